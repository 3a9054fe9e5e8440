package io.gpuaas.cli;

import io.gpuaas.sdk.TerminalClient;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * What is typed here goes into a terminal. A person's keys are looked at as they come, also while the terminal takes
 * none: who lost the connection must still be able to leave. A file or a pipe waits instead, and is typed as it is.
 */
final class Keyboard {

    private static final int INPUT_BYTES = 8 * 1024;
    private static final int WAITING_MAX = 256;
    private static final byte[] END_OF_INPUT = {4};

    private final Terminal terminal;
    private final TerminalClient client;
    private final EscapeKeys escapes;
    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(WAITING_MAX);

    Keyboard(Terminal terminal, TerminalClient client, EscapeKeys escapes) {
        this.terminal = terminal;
        this.client = client;
        this.escapes = escapes;
    }

    void start() {
        Thread.ofPlatform().daemon().name("keyboard").start(this::read);
        if (terminal.interactive()) {
            Thread.ofVirtual().name("typist").start(this::type);
        }
    }

    private void read() {
        byte[] buffer = new byte[INPUT_BYTES];
        try {
            int count;
            while ((count = terminal.in().read(buffer)) >= 0) {
                take(buffer, count);
            }
            client.type(END_OF_INPUT);
        } catch (IOException | InterruptedException e) {
            // Nothing more can be typed; what is printed is still shown.
        }
    }

    private void take(byte[] buffer, int count) throws InterruptedException {
        if (!terminal.interactive()) {
            client.type(Arrays.copyOf(buffer, count));
            return;
        }
        byte[] keys = escapes.pass(buffer, count);
        if (keys.length > 0 && !waiting.offer(keys)) {
            // As a terminal does that takes no more.
            terminal.err().print('\007');
            terminal.err().flush();
        }
    }

    private void type() {
        try {
            while (true) {
                client.type(waiting.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
