/**
 * What the handoffs of a chain add up to: pure functions of the set of them, whatever the order in
 * which they came.
 */
package dev.handoffledger.projections.chain;
