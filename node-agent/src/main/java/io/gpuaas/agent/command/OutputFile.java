package io.gpuaas.agent.command;

import io.gpuaas.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One output of a command. Bytes are appended by one thread and read by any. */
final class OutputFile implements AutoCloseable {

    static final String STDOUT = "stdout";
    static final String STDERR = "stderr";

    private final String name;
    private final FileChannel file;
    private volatile long end;

    private OutputFile(String name, FileChannel file) throws IOException {
        this.name = name;
        this.file = file;
        this.end = file.size();
    }

    static OutputFile create(Path folder, String name) throws IOException {
        return new OutputFile(name, DurableFile.createOwnerOnly(folder.resolve(name)));
    }

    /** Empty when an agent was killed before it made it. */
    static OutputFile open(Path folder, String name) throws IOException {
        Path path = folder.resolve(name);
        return Files.exists(path)
                ? new OutputFile(name, FileChannel.open(path, StandardOpenOption.READ))
                : create(folder, name);
    }

    String name() {
        return name;
    }

    long end() {
        return end;
    }

    void append(byte[] bytes, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
        long at = end;
        while (buffer.hasRemaining()) {
            at += file.write(buffer, at);
        }
        end = at;
    }

    /** On disk when this returns. */
    void force() throws IOException {
        if (end > 0) {
            file.force(false);
        }
    }

    /** All of them are there. */
    void read(long offset, ByteBuffer into) throws IOException {
        long at = offset;
        while (into.hasRemaining()) {
            int count = file.read(into, at);
            if (count < 0) {
                throw new IOException("output of a command is shorter than it was");
            }
            at += count;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
