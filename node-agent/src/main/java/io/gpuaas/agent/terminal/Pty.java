package io.gpuaas.agent.terminal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * The near end of a pseudo terminal. One thread reads and closes it; any may write or resize. A read waits for a while
 * at most and a write not at all, so that nobody is stuck in the kernel.
 */
final class Pty implements AutoCloseable {

    static final int READ_BYTES_MAX = 64 * 1024;
    static final int WRITE_BYTES_MAX = 16 * 1024;

    /** The kernel returns at most this much per read when more is waiting: a page less one byte. */
    private static final int CHUNK_BYTES = 4095;

    private static final int FLOOD_WAIT_MILLIS = 1;

    private static final int O_RDWR = 2;
    private static final int O_NOCTTY = 0x100;
    private static final int O_NONBLOCK = 0x800;
    private static final int O_CLOEXEC = 0x80000;
    private static final long TIOCSWINSZ = 0x5414;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment readState = arena.allocate(Libc.CALL_STATE);
    private final MemorySegment readBuffer = arena.allocate(READ_BYTES_MAX);
    private final MemorySegment pollRequest = arena.allocate(8, 4);
    private final MemorySegment writeState = arena.allocate(Libc.CALL_STATE);
    private final MemorySegment writeBuffer = arena.allocate(WRITE_BYTES_MAX, 8);
    private final int master;
    private final Path slave;
    private boolean isClosed;

    private Pty() throws IOException {
        master = Libc.openPseudoTerminal(writeState, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        try {
            slave = prepare();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private Path prepare() throws IOException {
        require("posix_openpt", master);
        require("grantpt", Libc.grant(writeState, master));
        require("unlockpt", Libc.unlock(writeState, master));
        require("ptsname_r", -Libc.name(writeState, master, writeBuffer));
        pollRequest.set(ValueLayout.JAVA_INT, 0, master);
        pollRequest.set(ValueLayout.JAVA_SHORT, 4, Libc.POLLIN);
        return Path.of(writeBuffer.getString(0));
    }

    static Pty open() throws IOException {
        return new Pty();
    }

    private int require(String what, int result) throws IOException {
        if (result < 0) {
            throw Libc.failure(what, writeState);
        }
        return result;
    }

    /** The device that programs use as their terminal. */
    Path slave() {
        return slave;
    }

    /**
     * How many bytes came; 0 when none came in time, -1 when nobody is at the far end any more. The kernel gives 4 KiB at
     * a time; a program that filled them goes on printing, and what it prints within a moment comes along.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Only how fast it is relies on the scheduler.
    int read(byte[] into, int bytesMax, int waitMillis) throws IOException {
        int limit = Math.min(bytesMax, READ_BYTES_MAX);
        int count = readWithin(waitMillis, into, 0, limit);
        int more = count;
        while (more >= CHUNK_BYTES && count < limit) {
            // The kernel brings the next bytes on a thread of its own: making way for it costs less than falling asleep
            // and being woken.
            Thread.yield();
            more = readSome(into, count, limit - count);
            if (more == 0) {
                more = readWithin(FLOOD_WAIT_MILLIS, into, count, limit - count);
            }
            count += Math.max(0, more);
        }
        return count;
    }

    private int readWithin(int waitMillis, byte[] into, int offset, int bytesMax) throws IOException {
        return Libc.poll(readState, pollRequest, waitMillis) <= 0 ? 0 : readSome(into, offset, bytesMax);
    }

    private int readSome(byte[] into, int offset, int bytesMax) throws IOException {
        long count = Libc.read(readState, master, readBuffer, bytesMax);
        if (count > 0) {
            MemorySegment.copy(readBuffer, ValueLayout.JAVA_BYTE, 0, into, offset, (int) count);
            return (int) count;
        }
        return switch (count == 0 ? Libc.EIO : Libc.errno(readState)) {
            case Libc.EAGAIN, Libc.EINTR -> 0;
            case Libc.EIO -> -1;
            default -> throw Libc.failure("read", readState);
        };
    }

    /** How many bytes were taken: none while the program at the far end reads none and its buffer is full. */
    synchronized int write(byte[] from, int offset, int length) throws IOException {
        if (isClosed) {
            return length;
        }
        int bytes = Math.min(length, WRITE_BYTES_MAX);
        MemorySegment.copy(from, offset, writeBuffer, ValueLayout.JAVA_BYTE, 0, bytes);
        long count = Libc.write(writeState, master, writeBuffer, bytes);
        if (count >= 0) {
            return (int) count;
        }
        return switch (Libc.errno(writeState)) {
            case Libc.EAGAIN, Libc.EINTR -> 0;
            // Nobody is there to read it any more.
            case Libc.EIO -> length;
            default -> throw Libc.failure("write", writeState);
        };
    }

    synchronized void resize(WindowSize size) throws IOException {
        if (!isClosed) {
            writeBuffer.set(ValueLayout.JAVA_SHORT, 0, (short) size.rows());
            writeBuffer.set(ValueLayout.JAVA_SHORT, 2, (short) size.columns());
            writeBuffer.set(ValueLayout.JAVA_INT, 4, 0);
            require("ioctl", Libc.ioctl(writeState, master, TIOCSWINSZ, writeBuffer));
        }
    }

    /** By the reading thread only: another one's read could otherwise meet a file that is not ours. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            if (master >= 0) {
                Libc.close(writeState, master);
            }
            arena.close();
        }
    }
}
