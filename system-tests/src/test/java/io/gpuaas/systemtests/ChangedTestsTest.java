package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice of {@code test --changed}, in a checkout with the real poms and a handful of sources. */
@Against("git")
class ChangedTestsTest {

    private static final String MAIN = "control-plane/src/main/java/io/gpuaas/controlplane/";
    private static final String TESTS = "control-plane/src/test/java/io/gpuaas/controlplane/";
    private static final List<String> MODULES = List.of(
            "kernel",
            "testkit",
            "contracts/codegen",
            "contracts",
            "control-plane",
            "sdk/java",
            "manifest",
            "cli",
            "node-agent",
            "fleet",
            "gateway",
            "bench",
            "system-tests");

    @TempDir
    Path folder = Path.of("set by JUnit");

    @SuppressWarnings("NullAway.Init")
    private SmallCheckout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = new SmallCheckout(folder);
        for (String module : MODULES) {
            checkout.copyFile(module + "/pom.xml");
        }
        javaClass(MAIN + "billing/Prices.java", "");
        javaClass(MAIN + "operations/Dashboard.java", "import io.gpuaas.controlplane.billing.Prices;");
        javaClass(MAIN + "terminal/Terminals.java", "");
        javaClass(MAIN + "policy/Policies.java", "");
        for (String name : List.of("billing/Prices", "operations/Dashboard", "terminal/Terminals", "pipeline/Fuzz")) {
            javaClass(TESTS + name + "Test.java", "");
        }
        javaClass(TESTS + "terminal/PaidTerminalsTest.java", "import io.gpuaas.controlplane.billing.Prices;");
        javaClass(TESTS + "terminal/FakeShell.java", "");
        javaClass("node-agent/src/main/java/io/gpuaas/agent/Agent.java", "");
        javaClass("node-agent/src/test/java/io/gpuaas/agent/AgentTest.java", "");
        javaClass("fleet/src/test/java/io/gpuaas/fleet/FleetTest.java", "");
        javaClass("cli/src/test/java/io/gpuaas/cli/CliTest.java", "// reads terminals.md");
        javaClass("system-tests/src/test/java/io/gpuaas/systemtests/StartTest.java", "");
        checkout.git("add", ".");
        checkout.git("commit", "--quiet", "--no-verify", "-m", "Begin");
        checkout.git("branch", "base");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "contracts/openapi.yaml",
                "kernel/src/main/java/io/gpuaas/kernel/Id.java",
                "tools/extra.sh",
                "cli/pom.xml",
                "control-plane/src/main/resources/db/migration/billing/V9__more.sql",
                "a-new-folder/file"
            })
    void aChangeThatCanTouchAnyTestRunsEverything(String path) throws IOException {
        checkout.write(path, "new\n");

        assertThat(choice()).contains("running everything: " + path);
    }

    @Test
    void aPackageTakesTheTestsOfThosePackagesThatUseItAlong() throws IOException {
        checkout.write(MAIN + "billing/Prices.java", "package io.gpuaas.controlplane.billing; // changed\n");

        assertThat(choice())
                .contains("running 5 test classes")
                .contains("control-plane, packages billing, operations:")
                .contains("all tests of system-tests: it uses control-plane")
                .doesNotContain("cli", "node-agent");
    }

    @Test
    void aPackageOfEveryRequestRunsTheWholeControlPlane() throws IOException {
        checkout.write(MAIN + "policy/Policies.java", "package io.gpuaas.controlplane.policy; // changed\n");

        assertThat(choice()).contains("running 6 test classes", "all tests of control-plane:");
    }

    @Test
    void aModuleTakesTheModulesBuiltOnItAlong() throws IOException {
        checkout.write("node-agent/src/main/java/io/gpuaas/agent/Agent.java", "package io.gpuaas.agent; // changed\n");

        assertThat(choice())
                .contains("running 3 test classes")
                .contains("all tests of node-agent:", "all tests of fleet: it uses node-agent")
                .contains("all tests of system-tests: it uses node-agent");
    }

    @Test
    void aChangedTestStandsForItselfAndAHelperForItsModule() throws IOException {
        checkout.write(TESTS + "billing/PricesTest.java", "package io.gpuaas.controlplane.billing; // changed\n");
        assertThat(choice()).contains("running 1 test classes", "PricesTest: it changed");

        checkout.write(TESTS + "terminal/FakeShell.java", "package io.gpuaas.controlplane.terminal; // changed\n");
        assertThat(choice()).contains("running 5 test classes", "all tests of control-plane:");
    }

    @Test
    void aPageTakesTheTestsThatReadItAlong() throws IOException {
        checkout.write("docs/how-to/terminals.md", "changed\n");

        assertThat(choice()).contains("running 1 test classes", "CliTest: it reads terminals.md");
    }

    @Test
    void commitsSinceTheBaseCount() throws IOException {
        checkout.write(TESTS + "billing/PricesTest.java", "package io.gpuaas.controlplane.billing; // changed\n");
        checkout.git("commit", "--quiet", "--no-verify", "--all", "-m", "Change a test");

        assertThat(choice()).contains("PricesTest: it changed");
    }

    @Test
    void ciRefusesToRunLessThanEverything() {
        Command.Outcome refused =
                checkout.gpuaas("test", "--changed=base").with("CI", "true").run();

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).contains("CI runs all tests");
    }

    private String choice() {
        Command.Outcome outcome =
                checkout.gpuaas("test", "--changed=base", "--list").run();
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        return outcome.output();
    }

    private void javaClass(String path, String text) throws IOException {
        String folder = path.substring(path.indexOf("/java/") + "/java/".length(), path.lastIndexOf('/'));
        checkout.write(path, "package " + folder.replace('/', '.') + ";\n" + text + "\n");
    }
}
