/**
 * The formats: one class each, which reads like its section of {@code docs/formats.md}. {@link
 * dev.handoffledger.schemas.format.Formats} lists them.
 */
package dev.handoffledger.schemas.format;
