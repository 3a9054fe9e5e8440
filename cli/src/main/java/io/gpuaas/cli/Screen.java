package io.gpuaas.cli;

import io.gpuaas.sdk.TerminalClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** What a terminal prints goes to ours as it is: it is meant to steer it. */
final class Screen implements TerminalClient.Display {

    private final Terminal terminal;

    Screen(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void show(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        try {
            terminal.rawOut().write(copy);
            terminal.rawOut().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Standard output cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    public void tell(String notice) {
        // In raw mode a line begins where the former ended unless it is told otherwise.
        terminal.err().print("\r\n[gpuaas: " + notice + "]\r\n");
        terminal.err().flush();
    }
}
