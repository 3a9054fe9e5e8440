package io.gpuaas.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The command line and the SDK know the public API and nothing behind it. */
class ProgramBoundaryTest {

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
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpuaas.cli", "io.gpuaas.sdk", "io.gpuaas.kernel"));
    }
}
