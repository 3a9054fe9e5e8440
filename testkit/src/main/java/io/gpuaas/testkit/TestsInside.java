package io.gpuaas.testkit;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test classes in another machine and prints a line for each test: a mark, the outcome, class and method, and the
 * reason encoded in base 64.
 */
public final class TestsInside {

    public static final String MARK = "test-outcome";

    private TestsInside() {}

    /** The arguments are names of classes. */
    public static void main(String[] classes) {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(classes)
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                                .build(),
                        new Printer(System.out));
        // Threads that a test left running must not keep the machine.
        System.exit(0);
    }

    private record Printer(PrintStream out) implements TestExecutionListener {

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
                print(
                        test,
                        result.getStatus().name(),
                        result.getThrowable().map(Printer::describe).orElse(""));
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            print(test, "SKIPPED", reason);
        }

        private static String describe(Throwable failure) {
            StringBuilder text = new StringBuilder(failure.toString());
            Arrays.stream(failure.getStackTrace())
                    .filter(frame -> frame.getClassName().startsWith("io.gpuaas."))
                    .limit(8)
                    .forEach(frame -> text.append("\n  at ").append(frame));
            return text.toString();
        }

        private void print(TestIdentifier test, String outcome, String reason) {
            String name = test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(MethodSource.class::cast)
                    .map(method -> method.getClassName() + "." + method.getMethodName())
                    .orElse(test.getUniqueId());
            out.printf(
                    "%s %s %s %s%n",
                    MARK, outcome, name, Base64.getEncoder().encodeToString(reason.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
