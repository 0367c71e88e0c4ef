/** Single steps of an artifact's way, for JMH. */
package dev.handoffledger.bench.micro;
