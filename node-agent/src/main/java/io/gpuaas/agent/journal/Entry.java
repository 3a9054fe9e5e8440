package io.gpuaas.agent.journal;

import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import org.jspecify.annotations.Nullable;

/** What the journal knows of one attempt. The envelope is there until it starts, the result from its end on. */
public record Entry(
        TaskKey key,
        long sequence,
        State state,
        @Nullable Envelope envelope,
        @Nullable TaskResult result) {

    static Entry unknown(TaskKey key) {
        return new Entry(key, 0, State.ACCEPTED, null, null);
    }
}
