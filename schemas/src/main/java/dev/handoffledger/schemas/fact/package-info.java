/** What the ledger writes: facts, the link they state, and the chain that binds a session. */
package dev.handoffledger.schemas.fact;
