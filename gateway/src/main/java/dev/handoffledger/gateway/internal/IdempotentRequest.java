package dev.handoffledger.gateway.internal;

/**
 * What tells a request from others under one idempotency key.
 *
 * @param key the client's, or null
 * @param target what is asked for, beside the body
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
public record IdempotentRequest(String key, String target, byte[] body) {}
