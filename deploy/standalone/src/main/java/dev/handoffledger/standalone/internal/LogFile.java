package dev.handoffledger.standalone.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import dev.handoffledger.server.LogLines;
import java.nio.file.Path;

/** The log of a ledger, in its data folder: what people read on the terminal stays readable. */
public final class LogFile {
  private LogFile() {}

  /** Logs to {@code logs/ledger.log} of a data folder, at most 5 files of 10 MB. */
  public static void use(Path data) {
    LoggerContext context = LogLines.context();
    Path file = data.resolve("logs").resolve("ledger.log");

    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setEncoder(LogLines.encoder(context));

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

    LogLines.use(context, appender, Level.INFO);
  }
}
