/** The topology around the decisions, its stores and its topics. Not for callers. */
package dev.handoffledger.processor.internal;
