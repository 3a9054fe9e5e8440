package io.gpuaas.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts what became of the tests marked {@link Against} and writes one file for each JVM. The JUnit Platform finds it
 * as a service, so a module only needs the test kit on its test class path.
 */
public final class RealServersListener implements TestExecutionListener {

    private static final Path DIRECTORY = Path.of("target", "real-servers");

    private final Map<String, ServerTally> tallies = new TreeMap<>();
    private final Set<String> counted = new HashSet<>();
    private final Path directory;
    private Optional<TestPlan> plan = Optional.empty();

    public RealServersListener() {
        this(DIRECTORY);
    }

    RealServersListener(Path directory) {
        this.directory = directory;
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan testPlan) {
        plan = Optional.of(testPlan);
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        uncountedTests(test).forEach(one -> tallies(one).forEach(tally -> tally.skip(reason)));
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest() && counted.add(test.getUniqueId())) {
                    tallies(test).forEach(ServerTally::pass);
                }
            }
            // A container that fails or gives up, say in @BeforeAll, takes its tests with it.
            case ABORTED ->
                uncountedTests(test).forEach(one -> tallies(one).forEach(tally -> tally.skip(reason(result))));
            case FAILED -> uncountedTests(test).forEach(one -> tallies(one).forEach(ServerTally::fail));
        }
    }

    @Override
    public synchronized void testPlanExecutionFinished(TestPlan testPlan) {
        Map<String, String> versions = RealServers.reportedVersions();
        versions.keySet().forEach(this::tally);
        if (tallies.isEmpty()) {
            return;
        }
        List<String> lines = tallies.entrySet().stream()
                .map(entry -> entry.getValue().toRecord(entry.getKey(), versions.getOrDefault(entry.getKey(), "")))
                .map(ServerRecord::toJson)
                .toList();
        try {
            Files.createDirectories(directory);
            Files.write(directory.resolve("jvm-" + ProcessHandle.current().pid() + ".json"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write what was tested against which server", e);
        }
    }

    /** The tests at or below this point of the plan that have no result yet; an empty container stands for itself. */
    private List<TestIdentifier> uncountedTests(TestIdentifier test) {
        Stream<TestIdentifier> below = plan.stream()
                .flatMap(tree -> tree.getDescendants(test).stream()
                        .filter(one -> tree.getChildren(one).isEmpty()));
        List<TestIdentifier> leaves = below.toList();
        return (leaves.isEmpty() ? List.of(test) : leaves)
                .stream().filter(one -> counted.add(one.getUniqueId())).toList();
    }

    private List<ServerTally> tallies(TestIdentifier test) {
        return against(test).map(Against::value).stream()
                .flatMap(Stream::of)
                .map(this::tally)
                .toList();
    }

    private ServerTally tally(String server) {
        return tallies.computeIfAbsent(server, name -> new ServerTally());
    }

    private Optional<Against> against(TestIdentifier test) {
        Optional<TestIdentifier> parent = plan.flatMap(tree -> tree.getParent(test));
        return test.getSource().flatMap(RealServersListener::annotation).or(() -> parent.flatMap(this::against));
    }

    private static Optional<Against> annotation(TestSource source) {
        return switch (source) {
            case MethodSource method -> annotation(method.getJavaMethod()).or(() -> annotation(method.getJavaClass()));
            case ClassSource type -> annotation(type.getJavaClass());
            default -> Optional.empty();
        };
    }

    private static Optional<Against> annotation(AnnotatedElement element) {
        return Optional.ofNullable(element.getAnnotation(Against.class));
    }

    private static String reason(TestExecutionResult result) {
        return result.getThrowable().map(Throwable::getMessage).orElse("gave no reason");
    }
}
