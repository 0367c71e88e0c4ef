package dev.handoffledger.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/** The log of a program: one line an event, whatever text it repeats. */
public final class LogLines {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{24}"
          + " %replace(%msg){'[\\p{Cntrl}]', ' '}%n";

  private LogLines() {}

  /**
   * Logs to standard error.
   *
   * @param level of the ledger's own classes; others log warnings
   */
  public static void toStandardError(String level) {
    LoggerContext context = context();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder(context));
    appender.start();
    use(context, appender, Level.toLevel(level));
  }

  /** The log, empty: nothing is written until {@link #use} is called. */
  public static LoggerContext context() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    return context;
  }

  /** Makes a line of an event. */
  public static PatternLayoutEncoder encoder(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }

  /**
   * Writes to an appender.
   *
   * @param level of the ledger's own classes; others log warnings
   */
  public static void use(LoggerContext context, Appender<ILoggingEvent> appender, Level level) {
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    context.getLogger("dev.handoffledger").setLevel(level);
    // Its changes of state tell why a ledger is not ready.
    context.getLogger("org.apache.kafka.streams.KafkaStreams").setLevel(Level.INFO);
  }
}
