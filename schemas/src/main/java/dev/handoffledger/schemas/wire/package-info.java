/** What is on the wire around artifacts and facts: topics, headers, framings, envelopes. */
package dev.handoffledger.schemas.wire;
