package io.gpuaas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RealServersListenerTest {

    @TempDir
    Path directory = Path.of("set by JUnit");

    @Test
    void countsEveryOutcomeUnderTheServerOfTheMethodElseOfTheClass() throws IOException {
        assertThat(recordsOf(MixedOutcomes.class))
                .containsExactly(
                        new ServerRecord("class-server", "", 3, 1, 2, "not today; switched off"),
                        new ServerRecord("method-server", "", 1, 0, 0, ""));
    }

    @Test
    void testsOfAClassThatGivesUpBeforehandAreSkippedNotLost() throws IOException {
        assertThat(recordsOf(GivesUpBeforehand.class))
                .containsExactly(new ServerRecord("absent-server", "", 0, 0, 2, "absent-server is not installed"));
    }

    @Test
    void testsOfAClassThatFailsBeforehandAreFailed() throws IOException {
        assertThat(recordsOf(FailsBeforehand.class))
                .containsExactly(new ServerRecord("broken-server", "", 0, 1, 0, ""));
    }

    @Test
    void nestedTestsBelongToTheServerOfTheOuterClass() throws IOException {
        assertThat(recordsOf(OuterClass.class)).containsExactly(new ServerRecord("outer-server", "", 1, 0, 0, ""));
    }

    @Test
    void testsWithoutARealServerLeaveNoRecord() throws IOException {
        assertThat(recordsOf(Unmarked.class)).isEmpty();
    }

    private List<ServerRecord> recordsOf(Class<?> testClass) throws IOException {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new RealServersListener(directory))
                .build();
        LauncherFactory.create(config)
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(testClass))
                        .build());
        List<ServerRecord> records = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).stream().map(ServerRecord::fromJson).forEach(records::add);
            }
        }
        return records;
    }

    @Against("class-server")
    static class MixedOutcomes {
        @Test
        void passes() {}

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void passesTwice(int ignored) {}

        @Test
        @Against("method-server")
        void passesElsewhere() {}

        @Test
        void fails() {
            throw new AssertionError("meant to fail");
        }

        @Test
        void givesUp() {
            Assumptions.abort("not today");
        }

        @Test
        @Disabled("switched off")
        void isDisabled() {}
    }

    @Against("absent-server")
    static class GivesUpBeforehand {
        @BeforeAll
        static void needsTheServer() {
            RealServers.require("absent-server", false);
        }

        @Test
        void one() {}

        @Test
        void two() {}
    }

    @Against("broken-server")
    static class FailsBeforehand {
        @BeforeAll
        static void startsTheServer() {
            RealServers.require("broken-server", true);
        }

        @Test
        void one() {}
    }

    @Against("outer-server")
    static class OuterClass {
        @Nested
        class Inner {
            @Test
            void passes() {}
        }
    }

    static class Unmarked {
        @Test
        void passes() {}
    }
}
