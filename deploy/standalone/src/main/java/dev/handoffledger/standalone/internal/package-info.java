/** How the commands do what they do. Not for callers. */
package dev.handoffledger.standalone.internal;
