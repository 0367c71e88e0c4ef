package dev.handoffledger.standalone;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the import table of {@code docs/architecture.md}. */
@AnalyzeClasses(
    packages = "dev.handoffledger",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.handoffledger.";

  @ArchTest
  static final ArchRule rooms_importOnlyWhatTheTableAllows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("schemas")
          .definedBy(ROOT + "schemas..")
          .layer("producer")
          .definedBy(ROOT + "producer..")
          .layer("processor")
          .definedBy(ROOT + "processor..")
          .layer("projections")
          .definedBy(ROOT + "projections..")
          .layer("gateway")
          .definedBy(ROOT + "gateway..")
          .layer("cli")
          .definedBy(ROOT + "cli..")
          .layer("broker")
          .definedBy(ROOT + "broker..")
          .layer("server")
          .definedBy(ROOT + "server..")
          .layer("standalone")
          .definedBy(ROOT + "standalone..")
          .layer("testing")
          .definedBy(ROOT + "testing..")
          .whereLayer("schemas")
          .mayNotAccessAnyLayer()
          .whereLayer("producer")
          .mayOnlyAccessLayers("schemas")
          .whereLayer("processor")
          .mayOnlyAccessLayers("schemas")
          .whereLayer("projections")
          .mayOnlyAccessLayers("schemas")
          .whereLayer("gateway")
          .mayOnlyAccessLayers("schemas", "producer", "projections")
          .whereLayer("cli")
          .mayOnlyAccessLayers("schemas")
          .whereLayer("broker")
          .mayNotAccessAnyLayer()
          .whereLayer("server")
          .mayOnlyAccessLayers("schemas", "producer", "processor", "projections", "gateway")
          .whereLayer("testing")
          .mayOnlyAccessLayers("broker")
          .whereLayer("testing")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule decisionsAndFolds_knowNoKafka =
      noClasses()
          .that(
              resideInAnyPackage(
                  ROOT + "processor.decide..",
                  ROOT + "projections.fold..",
                  ROOT + "projections.issue.."))
          .should()
          .dependOnClassesThat(resideInAnyPackage("org.apache.kafka..", ROOT + "schemas.kafka.."));

  @ArchTest
  static final ArchRule contract_meetsKafkaInOnePackage =
      noClasses()
          .that(resideInAPackage(ROOT + "schemas.."))
          .and()
          .resideOutsideOfPackage(ROOT + "schemas.kafka..")
          .should()
          .dependOnClassesThat(resideInAPackage("org.apache.kafka.."));

  @ArchTest
  static final ArchRule contract_knowsNoStreams =
      noClasses()
          .that(resideInAPackage(ROOT + "schemas.."))
          .should()
          .dependOnClassesThat(resideInAPackage("org.apache.kafka.streams.."));

  @ArchTest
  static final ArchRule internals_stayInTheirRoom =
      slices().matching(ROOT + "(*).internal..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule nothingIsStaticAndMutable =
      fields()
          .that()
          .areStatic()
          .and()
          .areDeclaredInClassesThat(resideInAPackage("dev.handoffledger.."))
          .should()
          .beFinal();
}
