package io.gpuaas.cli.command;

import io.gpuaas.kernel.VisibleText;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Prints standard error of the programs that copy folders, without characters that could control a terminal. */
final class ShownErrors extends OutputStream {

    private final PrintWriter to;

    ShownErrors(PrintWriter to) {
        this.to = to;
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        to.print(VisibleText.shownLines(new String(bytes, from, count, StandardCharsets.UTF_8)));
        to.flush();
    }
}
