package dev.handoffledger.standalone;

import dev.handoffledger.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;

/** A terminal whose output a test reads. */
final class CapturedTerminal {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  Terminal terminal() {
    return new Terminal(
        InputStream.nullInputStream(),
        out,
        err,
        Map.of(),
        Clock.systemUTC(),
        Terminal.Display.NONE);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
