package io.gpuaas.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/** The agent knows the node protocol and its host, and nothing of the server or its API. */
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
                        "org.bouncycastle..",
                        "io.gpuaas.controlplane..",
                        "io.gpuaas.api..",
                        "io.gpuaas.sdk..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpuaas.agent", "io.gpuaas.kernel"));
    }

    @Test
    void itsPackagesMeetWithoutCycles() {
        SlicesRuleDefinition.slices()
                .matching("io.gpuaas.agent.(*)..")
                .should()
                .beFreeOfCycles()
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpuaas.agent"));
    }
}
