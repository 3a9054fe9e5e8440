package io.gpuaas.agent.journal;

import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.TaskId;
import org.jspecify.annotations.Nullable;

/** One record of the file. Without a task it only says how far the sequence has come. */
record Line(
        State state,
        @Nullable TaskId taskId,
        int attempt,
        long sequence,
        @Nullable Envelope envelope,
        @Nullable TaskResult result) {}
