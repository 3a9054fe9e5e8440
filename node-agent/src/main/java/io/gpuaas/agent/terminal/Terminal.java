package io.gpuaas.agent.terminal;

import static io.gpuaas.kernel.log.JsonLog.trace;
import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.screen.Screen;
import io.gpuaas.agent.terminal.ReadAhead.Printed;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a shell for its clients. One thread reads the shell's output; this object's lock guards everything else, including
 * its {@link Audience} and {@link Keyboard}. The shell starts when the first client has sent its window size.
 */
final class Terminal {

    static final int RING_BYTES = 512 * 1024;
    static final int FRAME_BYTES_MAX = 64 * 1024;

    private static final int LOOK_MILLIS = 200;
    private static final int RETRY_MILLIS = 5;

    private final UUID id;
    private final UUID allocation;
    private final Shell shell;
    private final Limits limits;
    private final Tape tape;
    private final Pictures pictures;
    private final JsonLog log;
    private final Consumer<Terminal> ended;
    private final Ring ring = new Ring(RING_BYTES);
    private final Audience audience = new Audience();
    private final Keyboard keyboard = new Keyboard(audience);
    private final long beganNanos = System.nanoTime();
    private final PastOutput past = new PastOutput(WindowSize.DEFAULT);
    private final Screen screen = new Screen(WindowSize.DEFAULT.columns(), WindowSize.DEFAULT.rows());
    private WindowSize size = WindowSize.DEFAULT;
    private long activeNanos = beganNanos;
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
            JsonLog log,
            Consumer<Terminal> ended) {
        this.id = id;
        this.allocation = allocation;
        this.shell = shell;
        this.limits = limits;
        this.tape = tape;
        this.pictures = pictures;
        this.log = log;
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
            log.warn("terminal broke", with("terminal", id), trace(e));
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

    /** Waits a little until output may be printed, and returns how much. */
    private synchronized int awaitRoom() throws InterruptedException {
        int patience = waitMillis();
        long until = System.nanoTime() + patience * 1_000_000L;
        while (keyboard.room(ring) == 0 && System.nanoTime() < until) {
            wait(patience);
        }
        return keyboard.room(ring);
    }

    private synchronized int waitMillis() {
        return keyboard.isEmpty() ? LOOK_MILLIS : RETRY_MILLIS;
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
        flushInput(near);
        return true;
    }

    private void flushInput(Pty near) throws IOException {
        if (keyboard.flush(near)) {
            notifyAll();
        }
    }

    private synchronized @Nullable End reasonToEnd() {
        long now = System.nanoTime();
        if (wanted != null) {
            return wanted;
        }
        if (now - beganNanos >= limits.life().toNanos()) {
            return End.TIME_IS_UP;
        }
        audience.listSilent(now, limits.silence()).forEach(this::detach);
        if (audience.isDetached(now, Math.max(limits.detached().toNanos(), Keyboard.GRACE.toNanos()))) {
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
        while ((!audience.isEmpty() || isHolderExpected()) && System.nanoTime() < until) {
            wait(LOOK_MILLIS);
        }
        return end == null ? End.BROKEN : end;
    }

    /** A holder that lost its connection when the shell exited has not received the last output and the exit code. */
    private boolean isHolderExpected() {
        return end != null && end.code() != null && keyboard.isHolderExpected();
    }

    // ---- the clients -----------------------------------------------------------------------------------------------

    /** Takes the first message of a client: its name, the offset it reads from, its window size. */
    synchronized void open(Attachment who, Opening opening) {
        audience.replace(opening.client());
        if (audience.isFullFor(who.participant())) {
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
        audience.add(who);
        boolean isWriter = opening.writes()
                && (keyboard.isHolder(opening.client())
                        || keyboard.isFree(who.participant().isGuest()));
        long from = isDrawn ? ring.end() : Math.max(opening.offset(), ring.start());
        who.opened(opening, from);
        if (isWriter) {
            keyboard.open(opening.client(), from);
            size = opening.size();
            applySize();
        }
        who.say(TerminalMessages.opened(from, keyboard.typedBy(opening.client()), isWriter, size, tape));
        if (isDrawn) {
            who.show(pictures.take(() -> screen.draw(past.replay(ring))));
        }
        if (isWriter) {
            keyboard.grantTo(who);
        }
        isOpened = true;
        audience.announce(who, "joined", keyboard);
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

    private void turnAway(Attachment who, String why) {
        who.leave(why);
        notifyAll();
    }

    synchronized void takeOver(Attachment who, WindowSize seen) {
        String client = who.client();
        if (client == null || keyboard.isHolder(client) || audience.find(client) != who) {
            return;
        }
        if (!who.participant().mayWrite()) {
            who.say(TerminalMessages.refused("not_allowed"));
            notifyAll();
            return;
        }
        audience.announceWriter(who);
        keyboard.takeOver(client, who.received());
        keyboard.grantTo(who);
        resize(who, seen);
        audience.announce(who, "took_over", keyboard);
        notifyAll();
    }

    synchronized void resize(Attachment who, WindowSize seen) {
        if (keyboard.writes(who) && !seen.equals(size)) {
            size = seen;
            applySize();
            audience.sayToOthers(who, TerminalMessages.resized(seen));
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
        if (!keyboard.writes(who)) {
            who.say(TerminalMessages.refused("not_the_writer"));
            notifyAll();
            return;
        }
        if (!keyboard.add(bytes)) {
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
                flushInput(pty);
            }
        } catch (IOException e) {
            end(End.BROKEN);
        }
    }

    synchronized void receivedBy(Attachment who) {
        keyboard.received(who);
        notifyAll();
    }

    synchronized void detach(Attachment who) {
        if (audience.remove(who)) {
            audience.announce(who, "left", keyboard);
            keyboard.disconnected(who);
        }
        if (who.hasHeardLast()) {
            keyboard.heardLast(who);
        }
        audience.noteLeft(who);
        who.leave("left");
        pictures.letGo(who.forgetPictures());
        notifyAll();
    }

    /** Waits for the next message to this client; null when the connection is to be closed. */
    synchronized @Nullable NextMessage next(Attachment who, Duration lingering) throws InterruptedException {
        long until = Long.MAX_VALUE;
        while (true) {
            if (who.isOpeningOverdue(System.nanoTime(), limits.silence())) {
                who.leave("not_opened");
            }
            if (who.hasSentPictures()) {
                pictures.letGo(who.forgetPictures());
            }
            NextMessage next = who.isGone() ? null : who.next(ring, end);
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
