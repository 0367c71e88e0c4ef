/**
 * Processor and gateway as processes of their own. {@link dev.handoffledger.server.Configuration}
 * is read from a file and the environment, {@link dev.handoffledger.server.Blueprint} makes the
 * parts' configurations of it.
 */
package dev.handoffledger.server;
