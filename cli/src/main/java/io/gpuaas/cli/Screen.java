package io.gpuaas.cli;

import io.gpuaas.sdk.TerminalClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** What a terminal prints goes to ours as it is: it is meant to steer it. */
final class Screen implements TerminalClient.Display {

    private static final int LAST_SECONDS_MAX = 1;

    private final Terminal terminal;
    private final ReentrantLock showing = new ReentrantLock();
    private volatile boolean isOver;

    Screen(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Shows nothing more: it would undo what puts the terminal in front in order. Nobody is waited for who is stuck. */
    void end() throws InterruptedException {
        isOver = true;
        if (showing.tryLock(LAST_SECONDS_MAX, TimeUnit.SECONDS)) {
            showing.unlock();
        }
    }

    @Override
    public void show(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        showing.lock();
        try {
            if (!isOver) {
                terminal.rawOut().write(copy);
                terminal.rawOut().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Standard output cannot be written: " + e.getMessage(), e);
        } finally {
            showing.unlock();
        }
    }

    @Override
    public void tell(String notice) {
        // In raw mode a line begins where the former ended unless it is told otherwise.
        terminal.err().print("\r\n[gpuaas: " + Words.printable(notice) + "]\r\n");
        terminal.err().flush();
    }
}
