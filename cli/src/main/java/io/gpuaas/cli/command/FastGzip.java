package io.gpuaas.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses as fast as possible: networks are fast, and most large files are compressed already. */
final class FastGzip extends GZIPOutputStream {

    private static final int BUFFER_BYTES = 64 * 1024;

    FastGzip(OutputStream out) throws IOException {
        super(out, BUFFER_BYTES);
        def.setLevel(Deflater.BEST_SPEED);
    }
}
