package io.gpuaas.agent.journal;

import io.gpuaas.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A file of records, each with its length and checksum before it. An append is on disk when it returns. The last record
 * may be torn by a crash, since it was never promised; a damaged one before others means that the disk lied.
 */
final class RecordFile implements AutoCloseable {

    static final int RECORD_BYTES_MAX = 1024 * 1024;
    private static final int HEADER_BYTES = 8;

    private final Path path;
    private FileChannel channel;
    private boolean isBroken;

    private RecordFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static RecordFile open(Path path, List<byte[]> records) throws IOException {
        boolean isNew = Files.notExists(path);
        FileChannel channel = isNew
                ? DurableFile.createOwnerOnly(path)
                : FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (isNew) {
            DurableFile.syncFolder(folder(path));
        }
        long end = read(path, records);
        if (end < channel.size()) {
            channel.truncate(end);
            channel.force(true);
        }
        channel.position(end);
        return new RecordFile(path, channel);
    }

    /** Where the last whole record ends. */
    private static long read(Path path, List<byte[]> records) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        while (bytes.remaining() >= HEADER_BYTES) {
            int start = bytes.position();
            int length = bytes.getInt();
            int checksum = bytes.getInt();
            if (length <= 0 || length > RECORD_BYTES_MAX || length > bytes.remaining()) {
                return torn(path, bytes, start, length);
            }
            byte[] record = new byte[length];
            bytes.get(record);
            if (checksum(record) != checksum) {
                if (bytes.hasRemaining()) {
                    throw damaged(path, start);
                }
                return start;
            }
            records.add(record);
        }
        return bytes.position();
    }

    private static long torn(Path path, ByteBuffer bytes, int start, int length) throws IOException {
        boolean isCutOff = length > 0 && length <= RECORD_BYTES_MAX;
        // Space the file system gave but never filled reads as zeros.
        boolean isEmpty = true;
        for (int i = start; i < bytes.limit(); i++) {
            isEmpty &= bytes.get(i) == 0;
        }
        if (isCutOff || isEmpty) {
            return start;
        }
        throw damaged(path, start);
    }

    private static IOException damaged(Path path, int at) {
        return new IOException(path + " is damaged at byte " + at
                + ": restore the disk, or move the file away and enrol" + " this node again");
    }

    void append(byte[] record) throws IOException {
        if (isBroken) {
            throw new IOException(path + " could not be written before");
        }
        ByteBuffer bytes = framed(record);
        // Half a record may stay behind when this fails; one after it would make the damage look like the disk's.
        isBroken = true;
        writeFully(channel, bytes);
        channel.force(false);
        isBroken = false;
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static ByteBuffer framed(byte[] record) throws IOException {
        if (record.length > RECORD_BYTES_MAX) {
            throw new IOException("a record of " + record.length + " bytes is too large for the journal");
        }
        return ByteBuffer.allocate(HEADER_BYTES + record.length)
                .putInt(record.length)
                .putInt(checksum(record))
                .put(record)
                .flip();
    }

    long size() throws IOException {
        return channel.position();
    }

    /** Replaces everything; after a crash the file holds either the old records or these. */
    void rewrite(List<byte[]> records) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        FileChannel replacement = DurableFile.createOwnerOnly(fresh);
        for (byte[] record : records) {
            writeFully(replacement, framed(record));
        }
        replacement.force(true);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        DurableFile.syncFolder(folder(path));
        channel.close();
        channel = replacement;
    }

    private static Path folder(Path path) {
        return Objects.requireNonNull(path.toAbsolutePath().getParent());
    }

    private static int checksum(byte[] record) {
        CRC32C crc = new CRC32C();
        crc.update(record);
        return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
