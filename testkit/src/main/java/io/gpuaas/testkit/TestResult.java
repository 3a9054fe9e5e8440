package io.gpuaas.testkit;

import java.util.List;

/** The outcome of one test. */
sealed interface TestResult {

    String testClass();

    record Passed(String testClass, String name) implements TestResult {}

    /** The seed is what the failure says of it, or empty. */
    record Failed(String testClass, String name, String reason, String seed) implements TestResult {

        /** The test as Surefire's {@code -Dtest} selects it; the whole class when the name is not a method's. */
        String selector() {
            String method = method();
            return method.isEmpty() ? testClass : testClass + "#" + method;
        }

        /** The method, without the parameters and numbers that reports add; empty for a failure of the class itself. */
        private String method() {
            String stem = name.replaceFirst("[(\\[{].*", "");
            boolean identifier = stem.matches("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*");
            return identifier && !testClass.endsWith("." + stem) ? stem : "";
        }

        /** True when the second run had this test, or the class as a whole, and nothing of the class failed in it. */
        boolean passedIn(List<TestResult> second) {
            List<TestResult> ofClass = second.stream()
                    .filter(one -> one.testClass().equals(testClass))
                    .toList();
            return ofClass.stream().noneMatch(Failed.class::isInstance)
                    && ofClass.stream()
                            .anyMatch(one -> one instanceof Passed passed
                                    && (method().isEmpty() || passed.name().equals(name)));
        }
    }

    record Skipped(String testClass, String reason) implements TestResult {}
}
