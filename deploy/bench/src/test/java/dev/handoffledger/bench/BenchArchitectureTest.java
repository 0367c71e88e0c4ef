package dev.handoffledger.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the benchmark's line of the import table of {@code docs/architecture.md}. */
@AnalyzeClasses(
    packages = "dev.handoffledger",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BenchArchitectureTest {

  @ArchTest
  static final ArchRule benchmark_usesOnlyWhatOthersOffer =
      noClasses()
          .that(resideInAPackage("dev.handoffledger.bench.."))
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.handoffledger.(*).internal..")
                  .and(resideOutsideOfPackages("dev.handoffledger.bench..")));

  @ArchTest
  static final ArchRule nobody_usesTheBenchmark =
      noClasses()
          .that(resideOutsideOfPackages("dev.handoffledger.bench.."))
          .should()
          .dependOnClassesThat(resideInAPackage("dev.handoffledger.bench.."));

  @ArchTest
  static final ArchRule nothingIsStaticAndMutable =
      fields()
          .that()
          .areStatic()
          .and()
          .areDeclaredInClassesThat(
              resideInAPackage("dev.handoffledger.bench..")
                  .and(resideOutsideOfPackages("..jmh_generated..")))
          .should()
          .beFinal();
}
