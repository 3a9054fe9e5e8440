package io.gpuaas.cli.terminal;

import io.gpuaas.cli.output.Terminal;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends local input to a terminal. Interactive keys are read at once, even while disconnected, so that the user can
 * still leave; they are dropped while another user has the keyboard. Input from a file or pipe waits instead and is
 * sent unchanged.
 */
final class Keyboard {

    /** Keys typed while disconnected, about a line or two; more would be executed unseen after a reconnect. */
    static final int BLIND_BYTES_MAX = 1024;

    private static final int INPUT_BYTES = 8 * 1024;
    private static final int WAITING_MAX = 256;
    private static final byte[] END_OF_INPUT = {4};

    private final Terminal terminal;
    private final Far far;
    private final EscapeKeys escapes;
    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicInteger waitingBytes = new AtomicInteger();

    /** The remote terminal. */
    interface Far {

        boolean isConnected();

        /** Sends interactive keys; returns false if they were dropped because another user has the keyboard. */
        boolean press(byte[] keys) throws InterruptedException;

        /** Called once when keys start being dropped. */
        void tellDropped();

        /** Sends input from a file or pipe. */
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
            // Input has ended; output is still shown.
        }
    }

    private void take(byte[] buffer, int count) throws InterruptedException {
        if (!terminal.interactive()) {
            far.type(Arrays.copyOf(buffer, count));
            return;
        }
        byte[] keys = escapes.pass(buffer, count);
        if (keys.length > 0 && !keep(keys)) {
            // Ring the bell, as terminals do when their input buffer is full.
            terminal.err().print('\007');
            terminal.err().flush();
        }
    }

    private boolean keep(byte[] keys) {
        boolean isTooMuch = !far.isConnected() && waitingBytes.get() + keys.length > BLIND_BYTES_MAX;
        // Count first; the reader of the queue subtracts.
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
