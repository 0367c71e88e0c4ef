/**
 * The order that a format gives to the handoffs of a session, and who follows whom in it. Write
 * side and read side judge by it alike.
 */
package dev.handoffledger.schemas.succession;
