package io.gpuaas.cli.start;

import io.gpuaas.sdk.AllocationPage;
import io.gpuaas.sdk.RecordJson;
import java.nio.charset.StandardCharsets;

/**
 * Warms up JSON reading and writing on a second thread while the main thread parses the arguments. Nearly every command
 * needs it, and its first use is slow.
 */
final class HeadStart {

    private static final String SAMPLE = """
            {"items":[{"id":"0198c0de-0000-7000-8000-000000000001","name":"training","labels":{},"count":1,
             "state":"active","state_since":"2026-01-01T00:00:00Z"}]}""";

    private HeadStart() {}

    static void begin() {
        Thread.ofPlatform().daemon().name("head-start").start(HeadStart::run);
    }

    static void run() {
        RecordJson.tree(RecordJson.read(SAMPLE.getBytes(StandardCharsets.UTF_8), AllocationPage.class));
    }
}
