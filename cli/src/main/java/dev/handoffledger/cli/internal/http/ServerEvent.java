package dev.handoffledger.cli.internal.http;

/**
 * A frame of an event stream.
 *
 * @param type null for one that only tells how far the stream is, or that it lives
 * @param id of the event, or null
 * @param data of the event, or null
 */
public record ServerEvent(String type, String id, String data) {}
