package dev.handoffledger.projections;

import dev.handoffledger.schemas.Reason;
import java.time.Instant;

/**
 * Which rejections to list; null means any.
 *
 * @param reason a code that at least one of its problems has
 * @param since refused at this time or later
 */
public record RejectionFilter(Reason reason, String kind, Instant since) {}
