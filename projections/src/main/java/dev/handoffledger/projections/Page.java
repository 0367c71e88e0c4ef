package dev.handoffledger.projections;

import java.util.List;

/**
 * A part of a listing.
 *
 * @param next the cursor of the page after this one, or null if this is the last
 */
public record Page<T>(List<T> items, String next) {
  public Page {
    items = List.copyOf(items);
  }
}
