package io.gpuaas.testkit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The end of {@code ./gpuaas test}: what ran against which real server, what did not run and why, what failed, and the
 * closing count. Reads what the modules left under their {@code target} folders.
 */
public final class TestSummary {

    /** Deepest place of a {@code target} folder below the root, as in {@code contracts/codegen/target}. */
    private static final int MODULE_DEPTH_MAX = 3;

    private static final Set<String> NEVER_ENTERED = Set.of("src", "node_modules", ".git", ".gpuaas");

    private final Map<String, ServerRecord> servers = new TreeMap<>();
    private final List<TestResult> results = new ArrayList<>();
    private final List<TestResult> secondRun = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<String> failedSteps = new ArrayList<>();

    /**
     * Arguments: the repository root, then {@code --left-out SENTENCE} and {@code --failed SENTENCE}, many times. Or the
     * root and {@code --list-failed}: prints the tests that failed and have not passed since, as {@code -Dtest} selects
     * them.
     */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        TestSummary summary = read(root);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length == 2 && arguments[1].equals("--list-failed")) {
            summary.failed()
                    .map(TestResult.Failed::selector)
                    .distinct()
                    .sorted()
                    .forEach(out::println);
            return;
        }
        for (int i = 1; i + 1 < arguments.length; i += 2) {
            summary.note(arguments[i], arguments[i + 1]);
        }
        summary.print(out);
        summary.writeFlakes(root.resolve("target/flakes.txt"));
        System.exit(summary.isGreen() ? 0 : 1);
    }

    static TestSummary read(Path root) throws IOException {
        TestSummary summary = new TestSummary();
        for (Path target : targetFolders(root, MODULE_DEPTH_MAX)) {
            for (Path file : files(target.resolve("real-servers"), ".json")) {
                Files.readAllLines(file).forEach(line -> summary.add(ServerRecord.fromJson(line)));
            }
            for (Path file : files(target.resolve("surefire-reports"), ".xml")) {
                (SurefireReport.isOfSecondRun(file) ? summary.secondRun : summary.results)
                        .addAll(SurefireReport.read(file));
            }
        }
        return summary;
    }

    void note(String option, String sentence) {
        switch (option) {
            case "--left-out" -> leftOut.add(sentence);
            case "--failed" -> failedSteps.add(sentence);
            default -> throw new IllegalArgumentException("unknown option " + option);
        }
    }

    /** A run without a single test proves nothing, so it is not green. */
    boolean isGreen() {
        return failedCount() == 0 && count(TestResult.Passed.class) > 0;
    }

    void print(PrintStream out) {
        printSection(out, "Ran against real servers", ranAgainst());
        printSection(out, "Did not run", didNotRun());
        printSection(out, "Failed", failures());
        printSection(out, "Flaky: failed, then passed when run alone", flakes());
        out.println();
        out.printf(
                "%d passed, %d failed, %d skipped%n",
                count(TestResult.Passed.class) + flakes().size(), failedCount(), count(TestResult.Skipped.class));
    }

    private List<String> ranAgainst() {
        return servers.values().stream()
                .filter(one -> one.ran() > 0 || one.skipped() == 0)
                .map(one -> "%-32s %s".formatted((one.server() + " " + one.version()).strip(), ranCount(one)))
                .toList();
    }

    private static String ranCount(ServerRecord one) {
        if (one.ran() == 0) {
            return "used, its tests not counted apart";
        }
        return one.passed() + " passed, " + one.failed() + " failed";
    }

    private List<String> didNotRun() {
        Map<String, Long> byReason = results.stream()
                .filter(TestResult.Skipped.class::isInstance)
                .map(TestResult.Skipped.class::cast)
                .collect(Collectors.groupingBy(
                        one -> simpleName(one.testClass()) + ": " + one.reason(), TreeMap::new, Collectors.counting()));
        Stream<String> skipped =
                byReason.entrySet().stream().map(entry -> "%s (%s)".formatted(entry.getKey(), tests(entry.getValue())));
        return Stream.concat(skipped, leftOut.stream()).toList();
    }

    private List<String> failures() {
        return Stream.concat(failed().map(TestSummary::sentence), failedSteps.stream())
                .toList();
    }

    private List<String> flakes() {
        return allFailed()
                .filter(one -> one.passedIn(secondRun))
                .map(TestSummary::sentence)
                .toList();
    }

    private Stream<TestResult.Failed> failed() {
        return allFailed().filter(one -> !one.passedIn(secondRun));
    }

    private Stream<TestResult.Failed> allFailed() {
        return results.stream().filter(TestResult.Failed.class::isInstance).map(TestResult.Failed.class::cast);
    }

    private static String sentence(TestResult.Failed one) {
        String seed = one.seed().isEmpty() ? "" : " (seed " + one.seed() + ")";
        return "%s.%s: %s%s".formatted(one.testClass(), one.name(), one.reason(), seed);
    }

    /** Leaves the list of this run, so that a flake is not forgotten with the terminal's contents. */
    private void writeFlakes(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, flakes());
    }

    /** A step that failed as a whole, say a build, counts as one: a red run never closes with "0 failed". */
    private long failedCount() {
        return failed().count() + failedSteps.size();
    }

    private void add(ServerRecord one) {
        servers.merge(one.server(), one, ServerRecord::plus);
    }

    private long count(Class<? extends TestResult> kind) {
        return results.stream().filter(kind::isInstance).count();
    }

    private static void printSection(PrintStream out, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.println();
            out.println(title);
            lines.forEach(line -> out.println("  " + line));
        }
    }

    private static String tests(long count) {
        return count == 1 ? "1 test" : count + " tests";
    }

    private static String simpleName(String testClass) {
        return testClass.substring(testClass.lastIndexOf('.') + 1);
    }

    private static List<Path> targetFolders(Path folder, int depth) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path child : children(folder)) {
            String name = child.getFileName().toString();
            if (name.equals("target")) {
                found.add(child);
            } else if (depth > 0 && Files.isDirectory(child) && !NEVER_ENTERED.contains(name)) {
                found.addAll(targetFolders(child, depth - 1));
            }
        }
        return found;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        return children(folder).stream()
                .filter(file -> file.toString().endsWith(ending))
                .toList();
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        }
    }
}
