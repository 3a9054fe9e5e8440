package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.screen.Screen;
import io.gpuaas.agent.terminal.ReadAhead.Printed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A shell and who is connected to it. One thread reads what the shell prints; this object's lock guards the rest. The
 * shell starts when the first client has said how large its window is.
 */
final class Terminal {

    static final int RING_BYTES = 512 * 1024;
    static final int FRAME_BYTES_MAX = 64 * 1024;

    /** How long a disconnected client may take to reconnect before unread output is overwritten. */
    static final Duration GRACE = Duration.ofSeconds(15);

    private static final int LOOK_MILLIS = 200;
    private static final int RETRY_MILLIS = 5;
    private static final int ATTACHMENTS_MAX = 8;

    /** So that guests never keep out whose terminal it is. */
    private static final int GUESTS_MAX = 4;

    private final UUID id;
    private final UUID allocation;
    private final Shell shell;
    private final Limits limits;
    private final Tape tape;
    private final Pictures pictures;
    private final Consumer<Terminal> ended;
    private final Ring ring = new Ring(RING_BYTES);
    private final List<Attachment> attachments = new ArrayList<>();
    private final long beganNanos = System.nanoTime();
    private final Past past = new Past(WindowSize.USUAL);
    private final Screen screen = new Screen(WindowSize.USUAL.columns(), WindowSize.USUAL.rows());
    private Keys keys = new Keys(0);
    private long grantedEver;
    private WindowSize size = WindowSize.USUAL;
    private @Nullable String holder;
    private long heldFrom;
    private long heldUntilNanos;
    private long activeNanos = beganNanos;
    private long attachedNanos = beganNanos;
    private boolean isOpened;
    private @Nullable Pty pty;
    private @Nullable End wanted;
    private @Nullable End end;

    Terminal(
            UUID id,
            UUID allocation,
            Shell shell,
            Limits limits,
            Tape tape,
            Pictures pictures,
            Consumer<Terminal> ended) {
        this.id = id;
        this.allocation = allocation;
        this.shell = shell;
        this.limits = limits;
        this.tape = tape;
        this.pictures = pictures;
        this.ended = ended;
    }

    UUID id() {
        return id;
    }

    UUID allocation() {
        return allocation;
    }

    void start() {
        Thread.ofPlatform().name("terminal-" + id).daemon().start(this::live);
    }

    // ---- the shell -------------------------------------------------------------------------------------------------

    private void live() {
        End how = End.BROKEN;
        try {
            how = awaitOpened() ? run() : reasonToEnd();
        } catch (IOException | RuntimeException e) {
            // Told to whoever is connected; there is nobody else.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            finish(how == null ? End.BROKEN : how);
        }
    }

    private synchronized boolean awaitOpened() throws InterruptedException {
        while (!isOpened && reasonToEnd() == null) {
            wait(LOOK_MILLIS);
        }
        return isOpened;
    }

    private End run() throws IOException, InterruptedException {
        Pty near = Pty.open();
        try (ReadAhead printed = new ReadAhead(near)) {
            opened(near);
            if (!tape.begin(id, size(), this::draw)) {
                return End.RECORDING_FAILED;
            }
            Process process = ShellProcess.start(shell, near, id, allocation);
            try {
                printed.start("printed-" + id);
                End early = carry(near, printed, process);
                return early == null ? awaitExit(process) : early;
            } finally {
                if (process.isAlive()) {
                    // Nobody may go on unseen when the time is over or the allocation is somebody else's.
                    Processes.endAll(process.pid(), Processes.TERMINAL + "=" + id);
                }
                forget();
            }
        }
    }

    /** The shell's output may be closed long before it exits, and it is bound by its limits all the same. */
    private End awaitExit(Process process) throws InterruptedException {
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            End reason = reasonToEnd();
            if (reason != null) {
                return reason;
            }
        }
        return End.exited(process.exitValue());
    }

    private synchronized void opened(Pty near) throws IOException {
        near.resize(size);
        pty = near;
    }

    private synchronized WindowSize size() {
        return size;
    }

    private synchronized byte[] draw() {
        return pictures.draw(screen::draw);
    }

    private synchronized void forget() {
        pty = null;
    }

    /** Until nobody is at the far end any more, or there is a reason to end it, which is returned. */
    private @Nullable End carry(Pty near, ReadAhead printed, Process process) throws IOException, InterruptedException {
        while (true) {
            End reason = reasonToEnd();
            if (reason != null) {
                return reason;
            }
            int room = awaitRoom();
            Printed some = room == 0 ? Printed.NOTHING : printed.take(room, waitMillis());
            if (some == null || (room > 0 && some.count() == 0 && !process.isAlive() && printed.isDry())) {
                return null;
            }
            if (!tape.awaitRoom(some.count(), () -> reasonToEnd() != null) || !settle(near, some)) {
                return Objects.requireNonNullElse(reasonToEnd(), End.RECORDING_FAILED);
            }
            printed.giveBack(some);
        }
    }

    /** How much may be printed before something would be lost for who holds the keyboard; waits a little for some. */
    private synchronized int awaitRoom() throws InterruptedException {
        int patience = waitMillis();
        long until = System.nanoTime() + patience * 1_000_000L;
        while (room() == 0 && System.nanoTime() < until) {
            wait(patience);
        }
        return room();
    }

    private int room() {
        boolean isHeld = holder != null && (find(holder) != null || System.nanoTime() < heldUntilNanos);
        return isHeld ? (int) Math.max(0, ring.capacity() - (ring.end() - heldFrom)) : ring.capacity();
    }

    private synchronized int waitMillis() {
        return keys.isEmpty() ? LOOK_MILLIS : RETRY_MILLIS;
    }

    private synchronized boolean settle(Pty near, Printed some) throws IOException {
        // First: nobody sees what is not recorded.
        if (!tape.printed(some.bytes(), some.count())) {
            return false;
        }
        if (some.count() > 0) {
            ring.append(some.bytes(), some.count());
            screen.feed(some.bytes(), some.count());
            activeNanos = System.nanoTime();
            notifyAll();
        }
        flushKeys(near);
        return true;
    }

    private void flushKeys(Pty near) throws IOException {
        keys.flush(near);
        Attachment writer = holder == null ? null : find(holder);
        if (writer != null && keys.isGrantDue()) {
            grantTo(writer);
            notifyAll();
        }
    }

    private void grantTo(Attachment writer) {
        long upTo = keys.grant();
        grantedEver = Math.max(grantedEver, upTo);
        writer.say(Words.credit(upTo));
    }

    private synchronized @Nullable End reasonToEnd() {
        long now = System.nanoTime();
        if (wanted != null) {
            return wanted;
        }
        if (now - beganNanos >= limits.life().toNanos()) {
            return End.TIME_IS_UP;
        }
        List.copyOf(attachments).stream()
                .filter(one -> one.isSilent(now, limits.silence()))
                .forEach(this::detach);
        // Read-only participants do not keep a terminal alive.
        if (attachments.stream().anyMatch(one -> one.participant().mayWrite())) {
            attachedNanos = now;
        }
        if (now - attachedNanos >= Math.max(limits.detached().toNanos(), GRACE.toNanos())) {
            return End.DETACHED;
        }
        return now - activeNanos >= limits.idle().toNanos() ? End.IDLE : null;
    }

    /** It ends within moments. */
    synchronized void end(End why) {
        if (wanted == null) {
            wanted = why;
            notifyAll();
        }
    }

    private void finish(End how) {
        synchronized (this) {
            tape.end(how);
            end = how;
            notifyAll();
        }
        ended.accept(this);
    }

    /** Waits until its processes are gone; false when that takes too long. */
    synchronized boolean awaitEnd(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (end == null && System.nanoTime() < until) {
            wait(LOOK_MILLIS);
        }
        return end != null;
    }

    /** After its end: until nobody is connected or expected back any more, or that takes too long. */
    synchronized End awaitLeft(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while ((!attachments.isEmpty() || isHolderExpected()) && System.nanoTime() < until) {
            wait(LOOK_MILLIS);
        }
        return end == null ? End.BROKEN : end;
    }

    /** Somebody who lost their connection while the shell came to its end has not seen the rest, nor the code. */
    private boolean isHolderExpected() {
        return end != null && end.code() != null && holder != null && System.nanoTime() < heldUntilNanos;
    }

    // ---- who is connected ------------------------------------------------------------------------------------------

    private @Nullable Attachment find(@Nullable String client) {
        for (Attachment one : attachments) {
            if (client != null && client.equals(one.client())) {
                return one;
            }
        }
        return null;
    }

    /** Takes the first message of a client: its name, the offset it reads from, its window size. */
    synchronized void open(Attachment who, Opening opening) {
        Attachment before = find(opening.client());
        if (before != null) {
            // The same client on another connection: the former one is dead and does not know it yet.
            attachments.remove(before);
            before.leave("replaced");
        }
        if (attachments.size() >= ATTACHMENTS_MAX || (who.participant().isGuest() && guests() >= GUESTS_MAX)) {
            turnAway(who, "too_many_clients");
            return;
        }
        if (opening.offset() > ring.end()) {
            turnAway(who, "offset_unknown");
            return;
        }
        boolean isBehind = opening.offset() == 0 || opening.offset() < ring.start();
        boolean isDrawn = opening.drawsScreen() && isBehind && ring.end() > 0;
        if (isDrawn && !pictures.haveRoom()) {
            who.drop();
            notifyAll();
            return;
        }
        attachments.add(who);
        boolean isWriter = opening.writes()
                && (isHolder(opening.client()) || isFree(who.participant().isGuest()));
        long from = isDrawn ? ring.end() : Math.max(opening.offset(), ring.start());
        who.opened(opening, from);
        if (isWriter) {
            // A client that wrote before others did has no unacknowledged input beyond this, and resends none.
            hold(opening.client(), from, grantedEver);
            size = opening.size();
            applySize();
        }
        long input = isHolder(opening.client()) ? keys.typed() : 0;
        who.say(Words.opened(from, input, isWriter, size, tape));
        if (isDrawn) {
            who.show(pictures.take(() -> screen.draw(past.replay(ring))));
        }
        if (isWriter) {
            grantTo(who);
        }
        isOpened = true;
        announce(who, "joined");
        notifyAll();
    }

    /** For somebody who was overtaken; false when there is no room for it now. */
    boolean draw(Attachment who) {
        if (!pictures.haveRoom()) {
            return false;
        }
        who.show(pictures.take(screen::draw));
        return true;
    }

    private long guests() {
        return attachments.stream().filter(one -> one.participant().isGuest()).count();
    }

    /** Nobody is in somebody else's terminal unseen; among one's own windows there is nothing to tell. */
    private void announce(Attachment who, String change) {
        if (who.participant().isGuest() || guests() > 0) {
            List<Words.Present> present = attachments.stream()
                    .map(one -> new Words.Present(
                            one.participant().name(), !one.participant().isGuest(), isHolder(one.client())))
                    .toList();
            String word = Words.participants(change, who.participant().name(), present);
            attachments.forEach(one -> one.say(word));
        }
    }

    private void turnAway(Attachment who, String why) {
        who.leave(why);
        notifyAll();
    }

    /** A guest does not get the keyboard of somebody whose connection has just broken. */
    private boolean isFree(boolean forGuest) {
        return holder == null || (find(holder) == null && !(forGuest && System.nanoTime() < heldUntilNanos));
    }

    private boolean isHolder(@Nullable String client) {
        return client != null && client.equals(holder);
    }

    /** Input over a connection that its client has replaced is ignored: the client resends it over the new one. */
    private boolean writes(Attachment who) {
        return isHolder(who.client()) && find(holder) == who;
    }

    private void hold(String client, long from, long input) {
        if (!isHolder(client)) {
            keys = new Keys(input);
        }
        holder = client;
        heldFrom = from;
    }

    synchronized void takeOver(Attachment who, WindowSize seen) {
        String client = who.client();
        if (client == null || isHolder(client) || find(client) != who) {
            return;
        }
        if (!who.participant().mayWrite()) {
            who.say(Words.refused("not_allowed"));
            notifyAll();
            return;
        }
        for (Attachment one : attachments) {
            one.say(Words.writer(one == who));
        }
        hold(client, who.received(), 0);
        grantTo(who);
        resize(who, seen);
        announce(who, "took_over");
        notifyAll();
    }

    synchronized void resize(Attachment who, WindowSize seen) {
        if (writes(who) && !seen.equals(size)) {
            size = seen;
            applySize();
            attachments.stream().filter(one -> one != who).forEach(one -> one.say(Words.resized(seen)));
            notifyAll();
        }
    }

    private void applySize() {
        try {
            if (pty != null) {
                pty.resize(size);
            }
        } catch (IOException e) {
            // The terminal is going away, and with it the need for a size.
        }
        screen.resize(size.columns(), size.rows());
        past.resized(ring.end(), size);
        if (!tape.resized(size)) {
            end(End.RECORDING_FAILED);
        }
    }

    synchronized void type(Attachment who, byte[] bytes) {
        if (!writes(who)) {
            who.say(Words.refused("not_the_writer"));
            notifyAll();
            return;
        }
        if (!keys.add(bytes)) {
            turnAway(who, "too_much_input");
            return;
        }
        activeNanos = System.nanoTime();
        if (!tape.typed(bytes)) {
            end(End.RECORDING_FAILED);
            return;
        }
        try {
            if (pty != null) {
                flushKeys(pty);
            }
        } catch (IOException e) {
            end(End.BROKEN);
        }
    }

    synchronized void receivedBy(Attachment who) {
        if (writes(who)) {
            heldFrom = Math.max(heldFrom, who.received());
        }
        notifyAll();
    }

    synchronized void detach(Attachment who) {
        if (attachments.remove(who)) {
            announce(who, "left");
            if (isHolder(who.client())) {
                heldUntilNanos = System.nanoTime() + GRACE.toNanos();
            }
        }
        if (who.hasHeardLast() && isHolder(who.client())) {
            heldUntilNanos = System.nanoTime();
        }
        if (who.participant().mayWrite()) {
            attachedNanos = System.nanoTime();
        }
        who.leave("left");
        pictures.letGo(who.forgetPictures());
        notifyAll();
    }

    /** Waits for the next message to this client; null when the connection is to be closed. */
    synchronized @Nullable Next next(Attachment who, Duration lingering) throws InterruptedException {
        long until = Long.MAX_VALUE;
        while (true) {
            if (who.isOpeningOverdue(System.nanoTime(), limits.silence())) {
                who.leave("not_opened");
            }
            if (who.hasSentPictures()) {
                pictures.letGo(who.forgetPictures());
            }
            Next next = who.isGone() ? null : who.next(ring, end);
            if (next != null || who.isGone()) {
                return next;
            }
            if (end != null && until == Long.MAX_VALUE) {
                until = System.nanoTime() + lingering.toNanos();
            }
            if (System.nanoTime() >= until) {
                return null;
            }
            wait(end == null && who.client() != null && !who.waitsForPicture(ring) ? 0 : LOOK_MILLIS);
        }
    }
}
