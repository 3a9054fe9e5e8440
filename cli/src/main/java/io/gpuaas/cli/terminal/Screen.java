package io.gpuaas.cli.terminal;

import io.gpuaas.cli.output.Terminal;
import io.gpuaas.cli.output.Words;
import io.gpuaas.sdk.TerminalClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Copies the output of a remote terminal to the local one unchanged, including control sequences. */
final class Screen implements TerminalClient.Display {

    private static final int LAST_SECONDS_MAX = 1;

    private final Terminal terminal;
    private final ReentrantLock showing = new ReentrantLock();
    private volatile boolean isOver;

    Screen(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Stops showing output, which would undo the reset of the local terminal. Waits only briefly for a blocked write.
     */
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
            throw new UncheckedIOException("Cannot write to standard output: " + e.getMessage(), e);
        } finally {
            showing.unlock();
        }
    }

    @Override
    public void tell(String notice) {
        // In raw mode a line feed does not return to the first column.
        terminal.err().print("\r\n[gpuaas: " + Words.printable(notice) + "]\r\n");
        terminal.err().flush();
    }
}
