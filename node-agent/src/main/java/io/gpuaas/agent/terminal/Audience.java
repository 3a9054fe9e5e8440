package io.gpuaas.agent.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the clients that are connected to a terminal. The terminal's lock guards it. */
final class Audience {

    private static final int ATTACHMENTS_MAX = 8;

    /** Guests never keep out the terminal's owner. */
    private static final int GUESTS_MAX = 4;

    private final List<Attachment> attachments = new ArrayList<>();
    private long attachedNanos = System.nanoTime();

    boolean isEmpty() {
        return attachments.isEmpty();
    }

    @Nullable Attachment find(@Nullable String client) {
        for (Attachment one : attachments) {
            if (client != null && client.equals(one.client())) {
                return one;
            }
        }
        return null;
    }

    /** Removes the client's earlier connection, which is dead and does not know it yet. */
    void replace(String client) {
        Attachment before = find(client);
        if (before != null) {
            attachments.remove(before);
            before.leave("replaced");
        }
    }

    boolean isFullFor(Participant participant) {
        return attachments.size() >= ATTACHMENTS_MAX || (participant.isGuest() && guests() >= GUESTS_MAX);
    }

    void add(Attachment who) {
        attachments.add(who);
    }

    /** False when the client was not connected any more. */
    boolean remove(Attachment who) {
        return attachments.remove(who);
    }

    /** Starts the time without writers again when one leaves. */
    void noteLeft(Attachment who) {
        if (who.participant().mayWrite()) {
            attachedNanos = System.nanoTime();
        }
    }

    List<Attachment> listSilent(long nowNanos, Duration silence) {
        return attachments.stream()
                .filter(one -> one.isSilent(nowNanos, silence))
                .toList();
    }

    /** Read-only participants do not keep a terminal alive. */
    boolean isDetached(long nowNanos, long patienceNanos) {
        if (attachments.stream().anyMatch(one -> one.participant().mayWrite())) {
            attachedNanos = nowNanos;
        }
        return nowNanos - attachedNanos >= patienceNanos;
    }

    void sayToOthers(Attachment who, String word) {
        attachments.stream().filter(one -> one != who).forEach(one -> one.say(word));
    }

    void announceWriter(Attachment who) {
        attachments.forEach(one -> one.say(TerminalMessages.writer(one == who)));
    }

    /** Everybody sees guests come and go; the owner's own windows are not announced. */
    void announce(Attachment who, String change, Keyboard keyboard) {
        if (who.participant().isGuest() || guests() > 0) {
            List<TerminalMessages.Present> present = attachments.stream()
                    .map(one -> new TerminalMessages.Present(
                            one.participant().name(), !one.participant().isGuest(), keyboard.isHolder(one.client())))
                    .toList();
            String word =
                    TerminalMessages.participants(change, who.participant().name(), present);
            attachments.forEach(one -> one.say(word));
        }
    }

    private long guests() {
        return attachments.stream().filter(one -> one.participant().isGuest()).count();
    }
}
