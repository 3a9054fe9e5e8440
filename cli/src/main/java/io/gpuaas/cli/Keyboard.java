package io.gpuaas.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is typed here goes into a terminal. A person's keys are looked at as they come, also while the terminal takes
 * none: who lost the connection must still be able to leave. While somebody else writes they are dropped. A file or a
 * pipe waits instead, and is typed as it is.
 */
final class Keyboard {

    /** What a person types blindly, without a connection: a line or two, and no more is executed when it stands again. */
    static final int BLIND_BYTES_MAX = 1024;

    private static final int INPUT_BYTES = 8 * 1024;
    private static final int WAITING_MAX = 256;
    private static final byte[] END_OF_INPUT = {4};

    private final Terminal terminal;
    private final Far far;
    private final EscapeKeys escapes;
    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicInteger waitingBytes = new AtomicInteger();

    /** The terminal that is typed into. */
    interface Far {

        boolean isConnected();

        /** What a person typed; false when it is dropped because somebody else writes. */
        boolean press(byte[] keys) throws InterruptedException;

        /** Told once until keys are taken again. */
        void tellDropped();

        /** What no person typed. */
        void type(byte[] bytes) throws InterruptedException;
    }

    Keyboard(Terminal terminal, Far far, EscapeKeys escapes) {
        this.terminal = terminal;
        this.far = far;
        this.escapes = escapes;
    }

    void start() {
        Thread.ofPlatform().daemon().name("keyboard").start(this::read);
        if (terminal.interactive()) {
            Thread.ofVirtual().name("typist").start(this::press);
        }
    }

    private void read() {
        byte[] buffer = new byte[INPUT_BYTES];
        try {
            int count;
            while ((count = terminal.in().read(buffer)) >= 0) {
                take(buffer, count);
            }
            if (terminal.interactive()) {
                keep(END_OF_INPUT);
            } else {
                far.type(END_OF_INPUT);
            }
        } catch (IOException | InterruptedException e) {
            // Nothing more can be typed; what is printed is still shown.
        }
    }

    private void take(byte[] buffer, int count) throws InterruptedException {
        if (!terminal.interactive()) {
            far.type(Arrays.copyOf(buffer, count));
            return;
        }
        byte[] keys = escapes.pass(buffer, count);
        if (keys.length > 0 && !keep(keys)) {
            // As a terminal does that takes no more.
            terminal.err().print('\007');
            terminal.err().flush();
        }
    }

    private boolean keep(byte[] keys) {
        boolean isTooMuch = !far.isConnected() && waitingBytes.get() + keys.length > BLIND_BYTES_MAX;
        // Counted first: whoever takes them counts back.
        waitingBytes.addAndGet(keys.length);
        if (isTooMuch || !waiting.offer(keys)) {
            waitingBytes.addAndGet(-keys.length);
            return false;
        }
        return true;
    }

    private void press() {
        boolean isToldDropped = false;
        try {
            while (true) {
                byte[] keys = waiting.take();
                boolean isTaken = far.press(keys);
                waitingBytes.addAndGet(-keys.length);
                if (!isTaken && !isToldDropped) {
                    far.tellDropped();
                }
                isToldDropped = !isTaken;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
