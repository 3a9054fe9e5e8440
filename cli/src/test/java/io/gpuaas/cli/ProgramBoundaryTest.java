package io.gpuaas.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/** The command line and the SDK know the public API and nothing behind it. */
class ProgramBoundaryTest {

    private static final String START = "io.gpuaas.cli.start..";

    @Test
    void noDatabaseNoSpringNoControlPlane() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..",
                        "javax.sql..",
                        "org.springframework..",
                        "io.gpuaas.controlplane..",
                        "io.gpuaas.api..")
                .check(classes("io.gpuaas.cli", "io.gpuaas.sdk", "io.gpuaas.kernel"));
    }

    @Test
    void packagesOfTheCommandLineFormNoCycle() {
        JavaClasses cli = classes("io.gpuaas.cli");
        SlicesRuleDefinition.slices()
                .matching("io.gpuaas.cli.(*)..")
                .should()
                .beFreeOfCycles()
                .check(cli);
        noClasses()
                .that()
                .resideInAPackage("io.gpuaas.cli.*..")
                .and()
                .resideOutsideOfPackage(START)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.gpuaas.cli")
                .check(cli);
    }

    /** The tricks that make commands start fast can be removed without changing anything else. */
    @Test
    void nothingDependsOnTheStartUpTricks() {
        noClasses()
                .that()
                .resideOutsideOfPackage(START)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(START)
                .check(classes("io.gpuaas.cli"));
    }

    private static JavaClasses classes(String... packages) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(packages);
    }
}
