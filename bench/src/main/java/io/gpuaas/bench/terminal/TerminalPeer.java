package io.gpuaas.bench.terminal;

import java.io.IOException;
import java.util.Optional;

/** A shell at the other end of something, and the processes that carry its bytes. */
interface TerminalPeer extends AutoCloseable {

    String name();

    void type(byte[] keys) throws IOException, InterruptedException;

    /** The server whose memory is of interest. */
    Optional<Long> server();

    @Override
    void close() throws IOException, InterruptedException;
}
