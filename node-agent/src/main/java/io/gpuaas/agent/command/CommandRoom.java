package io.gpuaas.agent.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The room that output of all commands of this host has on its disk. */
final class CommandRoom {

    private static final long BYTES_MAX = 16L << 30;

    /** Commands leave this to everything else on that disk. */
    static final long FREE_MIN = 512L << 20;

    private static final long LOOK_EVERY = 4L << 20;

    private final FreeSpace disk;
    private final long max;
    private long taken;
    private long sinceLook = LOOK_EVERY;
    private boolean isDiskFull;

    /** Says how many bytes the disk has left. */
    interface FreeSpace {
        long bytes() throws IOException;
    }

    CommandRoom(FreeSpace disk, long max) {
        this.disk = disk;
        this.max = max;
    }

    static CommandRoom on(Path folder) {
        return new CommandRoom(() -> Files.getFileStore(folder).getUsableSpace(), BYTES_MAX);
    }

    /** Answers how many of these bytes may be written. */
    synchronized int take(int wanted) throws IOException {
        sinceLook += wanted;
        if (sinceLook >= LOOK_EVERY || isDiskFull) {
            sinceLook = 0;
            isDiskFull = disk.bytes() < FREE_MIN;
        }
        int given = isDiskFull ? 0 : Math.clamp(max - taken, 0, wanted);
        taken += given;
        return given;
    }

    /** Also what an earlier run of the agent wrote. */
    synchronized void occupy(long bytes) {
        taken += bytes;
    }

    synchronized void free(long bytes) {
        taken -= bytes;
    }
}
