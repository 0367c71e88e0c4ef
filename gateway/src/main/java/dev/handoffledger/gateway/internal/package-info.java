/** How the gateway works inside. Not for callers; it may change without notice. */
package dev.handoffledger.gateway.internal;
