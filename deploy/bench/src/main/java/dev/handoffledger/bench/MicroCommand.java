package dev.handoffledger.bench;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code handoff bench micro}: single steps of an artifact's way, with JMH. */
@Command(
    name = "micro",
    description = "Measures parsing, validation, hashes, decisions and folds one by one, with JMH.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  handoff bench micro", "  handoff bench micro Reading --forks 2"})
final class MicroCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "PATTERN",
      description = "Only benchmarks whose name this regular expression finds (default: all).")
  private String pattern = "dev.handoffledger.bench.micro";

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "In how many processes each is measured (default: 1).")
  private int forks = 1;

  @Override
  public Integer call() throws Exception {
    new Runner(
            new OptionsBuilder()
                .include(pattern)
                .forks(forks)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(2))
                .build())
        .run();
    return 0;
  }
}
