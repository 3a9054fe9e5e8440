package io.gpuaas.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerRecordTest {

    @Test
    void survivesJson() {
        ServerRecord one = new ServerRecord("nats-server", "2.9.10", 3, 1, 2, "says \"no\\yes\", {\"passed\":9}");

        assertThat(ServerRecord.fromJson(one.toJson())).isEqualTo(one);
    }

    @Test
    void aReasonOfAnyLengthCanBeRead() {
        ServerRecord one = new ServerRecord("nats-server", "", 0, 0, 1, "x".repeat(1_000_000));

        assertThat(ServerRecord.fromJson(one.toJson())).isEqualTo(one);
    }

    @Test
    void aReasonOfSeveralLinesStaysOnOneLine() {
        ServerRecord one = new ServerRecord("nats-server", "", 0, 0, 1, "first\nsecond");

        assertThat(one.toJson()).doesNotContain("\n").contains("first second");
    }

    @Test
    void recordsOfSeveralJvmsAddUp() {
        ServerRecord one = new ServerRecord("nats-server", "2.9.10", 3, 1, 0, "");
        ServerRecord other = new ServerRecord("nats-server", "2.9.10", 2, 0, 1, "not today");

        assertThat(one.plus(other)).isEqualTo(new ServerRecord("nats-server", "2.9.10", 5, 1, 1, "not today"));
    }
}
