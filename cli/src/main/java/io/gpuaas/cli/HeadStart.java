package io.gpuaas.cli;

import io.gpuaas.sdk.AllocationPage;
import io.gpuaas.sdk.RecordJson;
import java.nio.charset.StandardCharsets;

/**
 * Begins on another processor what takes long the first time and nearly every command needs, to read and to write JSON,
 * while this one still reads the words of the command.
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
