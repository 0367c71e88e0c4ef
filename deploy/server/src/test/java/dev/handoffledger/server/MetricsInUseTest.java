package dev.handoffledger.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts and dashboard ask for metrics that there are. */
class MetricsInUseTest {
  private static final Path TOP = Path.of("..", "..");
  private static final Pattern METRIC = Pattern.compile("\\bhandoff_[a-z_]+");
  private static final Pattern OF_PROJECTIONS = Pattern.compile("handoff_projections_([a-z_]+)");

  @Test
  void everyMetricOfTheAlertsAndTheDashboard_isWrittenSomewhere() throws Exception {
    Set<String> asked = new TreeSet<>();
    for (String file :
        new String[] {
          "deploy/prometheus/alerts.yml", "deploy/grafana/dashboards/handoff-ledger.json"
        }) {
      Matcher metrics = METRIC.matcher(Files.readString(TOP.resolve(file), StandardCharsets.UTF_8));
      while (metrics.find()) {
        asked.add(metrics.group());
      }
    }
    String sources = sources("processor") + sources("projections") + sources("gateway");
    assertThat(asked)
        .isNotEmpty()
        .allSatisfy(metric -> assertThat(sources).contains("\"" + literal(metric)));
  }

  /** As it stands in the source: the projections' names get their prefix in the gateway. */
  private static String literal(String metric) {
    Matcher ofProjections = OF_PROJECTIONS.matcher(metric);
    return ofProjections.matches() ? ofProjections.group(1) : metric;
  }

  private static String sources(String module) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(TOP.resolve(module).resolve("src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        text.append(Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return text.toString();
  }
}
