/** The whole ledger in one process, and the commands that need it: up, demo, audit. */
package dev.handoffledger.standalone;
