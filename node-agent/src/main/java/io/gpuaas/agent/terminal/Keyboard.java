package io.gpuaas.agent.terminal;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides which client may type, and holds its input until the program reads it. The holder keeps the keyboard for a
 * while after its connection broke. The terminal's lock guards it.
 */
final class Keyboard {

    /** How long a disconnected client may take to reconnect before unread output is overwritten. */
    static final Duration GRACE = Duration.ofSeconds(15);

    private final Audience audience;
    private Keys keys = new Keys(0);
    private long grantedEver;
    private @Nullable String holder;
    private long heldFrom;
    private long heldUntilNanos;

    Keyboard(Audience audience) {
        this.audience = audience;
    }

    boolean isHolder(@Nullable String client) {
        return client != null && client.equals(holder);
    }

    /** Input over a connection that its client has replaced is ignored: the client resends it over the new one. */
    boolean writes(Attachment who) {
        return isHolder(who.client()) && audience.find(holder) == who;
    }

    /** A guest does not get the keyboard of somebody whose connection has just broken. */
    boolean isFree(boolean forGuest) {
        return holder == null || (audience.find(holder) == null && !(forGuest && isHolderExpected()));
    }

    /** Whether the holder, if it is disconnected, may still come back. */
    boolean isHolderExpected() {
        return holder != null && System.nanoTime() < heldUntilNanos;
    }

    /** How much may be printed before the holder would lose output that it has not received. */
    int room(Ring ring) {
        boolean isHeld = holder != null && (audience.find(holder) != null || isHolderExpected());
        return isHeld ? (int) Math.max(0, ring.capacity() - (ring.end() - heldFrom)) : ring.capacity();
    }

    /** A client that wrote before others did has no unacknowledged input beyond what was ever granted, and resends none. */
    void open(String client, long from) {
        hold(client, from, grantedEver);
    }

    void takeOver(String client, long from) {
        hold(client, from, 0);
    }

    private void hold(String client, long from, long input) {
        if (!isHolder(client)) {
            keys = new Keys(input);
        }
        holder = client;
        heldFrom = from;
    }

    void grantTo(Attachment writer) {
        long upTo = keys.grant();
        grantedEver = Math.max(grantedEver, upTo);
        writer.say(TerminalMessages.credit(upTo));
    }

    /** The offset up to which this client's input has arrived. */
    long typedBy(String client) {
        return isHolder(client) ? keys.typed() : 0;
    }

    /** False when it is more than was granted. */
    boolean add(byte[] bytes) {
        return keys.add(bytes);
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /** Passes input to the program; true when the writer has been granted more. */
    boolean flush(Pty pty) throws IOException {
        keys.flush(pty);
        Attachment writer = audience.find(holder);
        if (writer == null || !keys.isGrantDue()) {
            return false;
        }
        grantTo(writer);
        return true;
    }

    void received(Attachment who) {
        if (writes(who)) {
            heldFrom = Math.max(heldFrom, who.received());
        }
    }

    void disconnected(Attachment who) {
        if (isHolder(who.client())) {
            heldUntilNanos = System.nanoTime() + GRACE.toNanos();
        }
    }

    /** A holder that has received everything is not waited for. */
    void heardLast(Attachment who) {
        if (isHolder(who.client())) {
            heldUntilNanos = System.nanoTime();
        }
    }
}
