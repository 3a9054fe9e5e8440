package io.gpuaas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class RealServersTest {

    @Test
    void findsABinaryOnThePath() {
        assertThat(RealServers.find("sh"))
                .hasValueSatisfying(found -> assertThat(found).isExecutable());
        assertThat(RealServers.require("sh").getFileName()).isEqualTo(Path.of("sh"));
    }

    @Test
    void aMissingBinaryIsNotFound() {
        assertThat(RealServers.find("no-such-server")).isEmpty();
    }

    @Test
    void aMissingBinarySkipsTheTestWithTheReason() {
        assertThatThrownBy(() -> RealServers.require("no-such-server", false))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("no-such-server is not installed");
    }

    @Test
    void aMissingBinaryFailsTheTestWhereServersAreRequired() {
        assertThatThrownBy(() -> RealServers.require("no-such-server", true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no-such-server is not installed");
    }
}
