package io.gpuaas.testkit;

/** What became of one test. */
sealed interface TestResult {
    record Passed() implements TestResult {}

    record Failed(String testClass, String name, String reason) implements TestResult {}

    record Skipped(String testClass, String reason) implements TestResult {}
}
