package dev.handoffledger.standalone;

/** How a command prints, as {@code -o} names it. */
enum OutputFormat {
  json,
  text
}
