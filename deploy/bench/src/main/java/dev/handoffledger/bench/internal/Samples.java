package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures of several rounds by name, of which the median counts. */
final class Samples {
  private final Map<String, List<Double>> byName = new LinkedHashMap<>();

  void add(String name, double figure) {
    byName.computeIfAbsent(name, any -> new ArrayList<>()).add(figure);
  }

  double median(String name) {
    double[] sorted = byName.get(name).stream().mapToDouble(figure -> figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The least and the greatest. */
  double[] range(String name) {
    double[] sorted = byName.get(name).stream().mapToDouble(figure -> figure).sorted().toArray();
    return new double[] {sorted[0], sorted[sorted.length - 1]};
  }

  /** The median of each by its namewith its range. */
  ObjectNode figures(int decimals) {
    ObjectNode figures = JsonNodeFactory.instance.objectNode();
    for (String name : byName.keySet()) {
      ObjectNode figure = figures.putObject(name);
      double[] range = range(name);
      figure.put("median", Figures.round(median(name), decimals));
      figure.put("least", Figures.round(range[0], decimals));
      figure.put("most", Figures.round(range[1], decimals));
      figure.put("rounds", byName.get(name).size());
    }
    return figures;
  }
}
