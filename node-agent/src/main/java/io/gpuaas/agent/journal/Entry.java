package io.gpuaas.agent.journal;

import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import org.jspecify.annotations.Nullable;

/** The journal's record of one attempt. It has the envelope until the attempt starts, and the result once it ends. */
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
