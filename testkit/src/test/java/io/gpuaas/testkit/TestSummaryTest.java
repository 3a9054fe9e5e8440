package io.gpuaas.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSummaryTest {

    @TempDir
    Path root = Path.of("set by JUnit");

    @Test
    void listsServersSkipsAndFailuresAndClosesWithTheCount() throws IOException {
        report("kernel", "<testcase classname='io.IdTest' name='parses'/>");
        report("control-plane", """
                <testcase classname='io.BusTest' name='publishes'><system-out>noise</system-out></testcase>
                <testcase classname='io.BusTest' name='breaks'><failure message='expected 1&#10;but was 2'/></testcase>
                <testcase classname='io.RedisTest' name='a'><skipped message='redis-server is not installed'/></testcase>
                <testcase classname='io.RedisTest' name='b'><skipped message='redis-server is not installed'/></testcase>
                """);
        servers("control-plane", new ServerRecord("nats-server", "2.9.10", 1, 1, 0, ""));
        servers("contracts/codegen", new ServerRecord("nats-server", "2.9.10", 4, 0, 0, ""));

        assertThat(printed()).isEqualTo("""

                        Ran against real servers
                          nats-server 2.9.10               5 passed, 1 failed

                        Did not run
                          RedisTest: redis-server is not installed (2 tests)

                        Failed
                          io.BusTest.breaks: expected 1

                        2 passed, 1 failed, 2 skipped
                        """);
        assertThat(TestSummary.read(root).isGreen()).isFalse();
    }

    @Test
    void aRunWithoutTestsIsNotGreen() throws IOException {
        assertThat(TestSummary.read(root).isGreen()).isFalse();
        assertThat(printed()).endsWith("0 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void aRunOfOnlySkippedTestsIsNotGreen() throws IOException {
        report("kernel", "<testcase classname='io.IdTest' name='parses'><skipped message='no'/></testcase>");

        assertThat(TestSummary.read(root).isGreen()).isFalse();
    }

    @Test
    void aRunWithPassedTestsIsGreen() throws IOException {
        report("kernel", "<testcase classname='io.IdTest' name='parses'/>");

        assertThat(TestSummary.read(root).isGreen()).isTrue();
    }

    @Test
    void aStepThatFailedOutsideTheTestsIsCountedAndListed() throws IOException {
        report("kernel", "<testcase classname='io.IdTest' name='parses'/>");
        TestSummary summary = TestSummary.read(root);
        summary.note("--failed", "static checks: see above");
        summary.note("--left-out", "the Python SDK");

        assertThat(summary.isGreen()).isFalse();
        assertThat(printed(summary))
                .contains("Failed\n  static checks: see above\n")
                .contains("Did not run\n  the Python SDK\n")
                .endsWith("1 passed, 1 failed, 0 skipped\n");
    }

    private void report(String module, String testCases) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module, "target", "surefire-reports"));
        Files.writeString(folder.resolve("TEST-any.xml"), "<testsuite>" + testCases + "</testsuite>");
    }

    private void servers(String module, ServerRecord one) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module, "target", "real-servers"));
        Files.writeString(folder.resolve("jvm-1.json"), one.toJson());
    }

    private String printed() throws IOException {
        return printed(TestSummary.read(root));
    }

    private static String printed(TestSummary summary) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        summary.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
