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
    void aTestThatPassesWhenRunAloneIsAFlakeAndTheRunIsGreen() throws IOException {
        report("control-plane", """
                <testcase classname='io.BusTest' name='publishes'/>
                <testcase classname='io.BusTest' name='waits(int)[2]'><error message='late'>seed = 42 at</error></testcase>
                <testcase classname='io.StartTest' name=''><error message='no port'/></testcase>
                """);
        secondReport("control-plane", """
                <testcase classname='io.BusTest(again)' name='waits(int)[1]'/>
                <testcase classname='io.BusTest(again)' name='waits(int)[2]'/>
                <testcase classname='io.StartTest(again)' name='starts'/>
                """);

        TestSummary summary = TestSummary.read(root);
        assertThat(summary.isGreen()).isTrue();
        assertThat(printed(summary)).isEqualTo("""

                        Flaky: failed, then passed when run alone
                          io.BusTest.waits(int)[2]: late (seed 42)
                          io.StartTest.: no port

                        3 passed, 0 failed, 0 skipped
                        """);
    }

    @Test
    void aTestThatFailsAgainOrWasNotRunAgainHasFailed() throws IOException {
        report("control-plane", """
                <testcase classname='io.BusTest' name='publishes'/>
                <testcase classname='io.BusTest' name='breaks'><failure message='first'/></testcase>
                <testcase classname='io.LogTest' name='rolls'><failure message='once'/></testcase>
                """);
        secondReport("control-plane", """
                <testcase classname='io.BusTest(again)' name='breaks'><failure message='second'/></testcase>
                """);

        TestSummary summary = TestSummary.read(root);
        assertThat(summary.isGreen()).isFalse();
        assertThat(printed(summary))
                .contains("Failed\n  io.BusTest.breaks: first\n  io.LogTest.rolls: once\n")
                .doesNotContain("Flaky")
                .endsWith("1 passed, 2 failed, 0 skipped\n");
    }

    @Test
    void aFailedTestIsSelectedByItsMethodOrElseByItsClass() {
        assertThat(new TestResult.Failed("io.BusTest", "waits(int)[2]", "", "").selector())
                .isEqualTo("io.BusTest#waits");
        assertThat(new TestResult.Failed("io.BusTest", "", "", "").selector()).isEqualTo("io.BusTest");
        assertThat(new TestResult.Failed("io.BusTest", "[1] a name", "", "").selector())
                .isEqualTo("io.BusTest");
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

    private void secondReport(String module, String testCases) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module, "target", "surefire-reports"));
        Files.writeString(folder.resolve("TEST-x-again.xml"), "<testsuite>" + testCases + "</testsuite>");
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
