package io.gpuaas.agent.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The room that output of all commands of this host has on its disk. */
final class CommandRoom {

    static final long BYTES_MAX = 16L << 30;

    /** Commands leave this to everything else on that disk. */
    private static final long FREE_MIN = 512L << 20;

    private static final long LOOK_EVERY = 4L << 20;

    private final Path folder;
    private final long max;
    private long taken;
    private long sinceLook = LOOK_EVERY;
    private boolean isDiskFull;

    CommandRoom(Path folder, long max) {
        this.folder = folder;
        this.max = max;
    }

    /** Answers how many of these bytes may be written. */
    synchronized int take(int wanted) throws IOException {
        sinceLook += wanted;
        if (sinceLook >= LOOK_EVERY || isDiskFull) {
            sinceLook = 0;
            isDiskFull = Files.getFileStore(folder).getUsableSpace() < FREE_MIN;
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
