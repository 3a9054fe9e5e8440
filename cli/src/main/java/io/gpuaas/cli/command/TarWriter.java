package io.gpuaas.cli.command;

import io.gpuaas.cli.command.LocalFolder.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Writes an archive as GNU tar does, which every tar on Linux reads. */
final class TarWriter {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES_MAX = 100;
    private static final long OCTAL_SIZE_MAX = 1L << 33;
    private static final int PIECE_BYTES = 64 * 1024;

    private final OutputStream out;
    private final byte[] buffer = new byte[PIECE_BYTES];

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /** Writes exactly as many bytes as the entry has; returns false if the file has become shorter. */
    boolean addFile(Entry file, InputStream content) throws IOException {
        header(file, '0');
        long rest = file.size();
        boolean isWhole = true;
        while (rest > 0) {
            int count = isWhole ? content.read(buffer, 0, (int) Math.min(rest, buffer.length)) : -1;
            if (count < 0) {
                isWhole = false;
                count = (int) Math.min(rest, buffer.length);
                Arrays.fill(buffer, 0, count, (byte) 0);
            }
            out.write(buffer, 0, count);
            rest -= count;
        }
        pad(file.size());
        return isWhole;
    }

    void addFolder(Entry folder) throws IOException {
        header(folder, '5');
    }

    void addLink(Entry link) throws IOException {
        header(link, '2');
    }

    void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private void header(Entry entry, char type) throws IOException {
        byte[] name = bytes(entry.path());
        byte[] target = bytes(Objects.requireNonNullElse(entry.target(), ""));
        if (target.length > NAME_BYTES_MAX) {
            longName('K', target);
        }
        if (name.length > NAME_BYTES_MAX) {
            longName('L', name);
        }
        out.write(header(name, target, type, entry.size(), entry.mode(), entry.modifiedSeconds()));
    }

    private void longName(char type, byte[] name) throws IOException {
        out.write(header(bytes("././@LongLink"), new byte[0], type, name.length + 1L, 0644, 0));
        out.write(name);
        out.write(0);
        pad(name.length + 1L);
    }

    private static byte[] header(byte[] name, byte[] target, char type, long size, int mode, long modifiedSeconds) {
        byte[] header = new byte[BLOCK];
        put(header, 0, name, NAME_BYTES_MAX);
        put(header, 100, octal(mode, 7), 8);
        put(header, 108, octal(0, 7), 8);
        put(header, 116, octal(0, 7), 8);
        putSize(header, size);
        put(header, 136, octal(Math.clamp(modifiedSeconds, 0, OCTAL_SIZE_MAX - 1), 11), 12);
        put(header, 148, bytes("        "), 8);
        header[156] = (byte) type;
        put(header, 157, target, NAME_BYTES_MAX);
        put(header, 257, bytes("ustar  "), 8);
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xff;
        }
        put(header, 148, bytes(new String(octal(sum, 6), StandardCharsets.US_ASCII) + "\0 "), 8);
        return header;
    }

    private static void putSize(byte[] header, long size) {
        if (size < OCTAL_SIZE_MAX) {
            put(header, 124, octal(size, 11), 12);
            return;
        }
        header[124] = (byte) 0x80;
        for (int at = 135, shift = 0; shift < Long.SIZE; at--, shift += Byte.SIZE) {
            header[at] = (byte) (size >> shift);
        }
    }

    private static void put(byte[] header, int at, byte[] value, int max) {
        System.arraycopy(value, 0, header, at, Math.min(value.length, max));
    }

    private static byte[] octal(long value, int digits) {
        String text = Long.toOctalString(value);
        return bytes("0".repeat(Math.max(0, digits - text.length())) + text);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void pad(long size) throws IOException {
        int more = (int) (-size & (BLOCK - 1));
        out.write(new byte[more]);
    }
}
