/** How the contract is checked. Not for callers. */
package dev.handoffledger.schemas.internal;
