package dev.handoffledger.standalone.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** The log of a ledger, in its data folder: what people read on the terminal stays readable. */
public final class LogFile {
  // %replace: a log line is one line, whatever text it repeats.
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{24}"
          + " %replace(%msg){'[\\p{Cntrl}]', ' '}%n";

  private LogFile() {}

  /** Logs to {@code logs/ledger.log} of a data folder, at most 5 files of 10 MB. */
  public static void use(Path data) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    Path file = data.resolve("logs").resolve("ledger.log");

    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setEncoder(encoder(context));

    FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
    rolling.setContext(context);
    rolling.setParent(appender);
    rolling.setFileNamePattern(file + ".%i");
    rolling.setMinIndex(1);
    rolling.setMaxIndex(4);
    rolling.start();
    appender.setRollingPolicy(rolling);

    SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
    trigger.setContext(context);
    trigger.setMaxFileSize(FileSize.valueOf("10MB"));
    trigger.start();
    appender.setTriggeringPolicy(trigger);
    appender.start();

    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    context.getLogger("dev.handoffledger").setLevel(Level.INFO);
    // Its changes of state tell why a ledger is not ready.
    context.getLogger("org.apache.kafka.streams.KafkaStreams").setLevel(Level.INFO);
  }

  private static PatternLayoutEncoder encoder(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }
}
