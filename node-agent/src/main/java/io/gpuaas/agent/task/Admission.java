package io.gpuaas.agent.task;

import io.gpuaas.agent.journal.Entry;
import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.Identity;
import io.gpuaas.kernel.NodeTask;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides whether the node accepts a task. Changes nothing. */
public final class Admission {

    /** Base64 of the largest payload. */
    private static final int PAYLOAD_LENGTH_MAX = (NodeTask.Payload.BYTES_MAX + 2) / 3 * 4;

    private Admission() {}

    public sealed interface Verdict {}

    public record Accepted(TaskType type, TaskPayload payload) implements Verdict {}

    /** The journal has this attempt: its stored end is the answer. */
    public record Known(Entry entry) implements Verdict {}

    /** The envelope does not come from the control plane, so it must not move the sequence either. */
    public record NotAuthentic(String code, String message) implements Verdict {}

    /** The envelope is authentic, but the task is not executed. */
    public record Refused(String code, String message, boolean isReplay) implements Verdict {}

    public static Verdict decide(Envelope envelope, Identity identity, Journal journal, Instant serverNow) {
        Verdict doubt = findDoubt(envelope, identity);
        if (doubt != null) {
            return doubt;
        }
        Optional<Entry> known = journal.find(envelope.key());
        if (known.isPresent()) {
            return new Known(known.get());
        }
        if (envelope.sequence() <= journal.highestSequence()) {
            return new Refused(
                    "sequence_replayed",
                    "sequence " + envelope.sequence() + " is not above " + journal.highestSequence(),
                    true);
        }
        if (!serverNow.isBefore(envelope.expiresAt())) {
            return new Refused("task_expired", "expired at " + envelope.expiresAt() + ", it is " + serverNow, false);
        }
        return readPayload(envelope);
    }

    private static @Nullable Verdict findDoubt(Envelope envelope, Identity identity) {
        if (!envelope.nodeId().equals(identity.node())) {
            return new NotAuthentic("other_node", "the task is for node " + envelope.nodeId());
        }
        if (envelope.payload().length() > PAYLOAD_LENGTH_MAX) {
            return new NotAuthentic(
                    "payload_too_large", "at most " + NodeTask.Payload.BYTES_MAX + " bytes are allowed");
        }
        PublicKey key = identity.taskKey(envelope.keyId());
        if (key == null) {
            return new NotAuthentic("unknown_key", "no key " + envelope.keyId() + " is known here");
        }
        try {
            return envelope.signed().isSignedBy(key, envelope.signatureBytes())
                    ? null
                    : new NotAuthentic("bad_signature", "the signature does not fit the task");
        } catch (IllegalArgumentException e) {
            return new NotAuthentic("envelope_invalid", String.valueOf(e.getMessage()));
        }
    }

    private static Verdict readPayload(Envelope envelope) {
        Optional<TaskType> type = TaskType.find(envelope.type());
        if (type.isEmpty()) {
            return new Refused("unknown_type", "this agent knows no task " + envelope.type(), false);
        }
        try {
            return new Accepted(type.get(), type.get().read(envelope.payloadBytes()));
        } catch (IllegalArgumentException e) {
            return new Refused("payload_invalid", String.valueOf(e.getMessage()), false);
        }
    }
}
