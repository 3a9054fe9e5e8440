package io.gpuaas.cli.output;

import io.gpuaas.kernel.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Strips control characters from text on its way to a terminal. Bytes that are not valid UTF-8 become question marks,
 * since a terminal might read them as control characters. A character may be split over several writes.
 */
final class CleanedOutput extends OutputStream {

    private static final int BUFFER_BYTES = 8 * 1024;
    private static final int CHARACTER_BYTES_MAX = 4;

    private final OutputStream out;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE)
            .replaceWith("?");
    private final ByteBuffer pending = ByteBuffer.allocate(BUFFER_BYTES + CHARACTER_BYTES_MAX);
    private final CharBuffer decoded = CharBuffer.allocate(BUFFER_BYTES + CHARACTER_BYTES_MAX);

    CleanedOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += BUFFER_BYTES) {
            pending.put(bytes, offset + done, Math.min(BUFFER_BYTES, length - done));
            pass(false);
        }
    }

    private void pass(boolean last) throws IOException {
        pending.flip();
        decoder.decode(pending, decoded, last);
        pending.compact();
        decoded.flip();
        // CRLF stays a line end; a lone carriage return would overwrite its line.
        String text = decoded.toString().replace("\r\n", "\n");
        decoded.clear();
        out.write(VisibleText.shownLines(text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Flushes pending text; the underlying terminal stays open. */
    @Override
    public void close() throws IOException {
        pass(true);
        out.flush();
    }
}
