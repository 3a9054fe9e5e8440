package io.gpuaas.agent.stream;

import io.gpuaas.agent.host.LogFollower;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows a file from near its end, and follows its successor when the file is rotated. */
final class FileTail implements LogFollower {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final int TAIL_BYTES_MAX = 2 * 1024 * 1024;

    private final Path path;
    private final boolean follows;
    private RandomAccessFile file;
    private @Nullable Object key;
    private boolean hasGap;
    private volatile boolean isClosed;

    FileTail(Path path, int tailLines, boolean follows) throws IOException {
        this.path = path;
        this.follows = follows;
        this.file = new RandomAccessFile(path.toFile(), "r");
        this.key = key(path);
        file.seek(startOfTail(tailLines));
    }

    private long startOfTail(int lines) throws IOException {
        long end = file.length();
        long from = Math.max(0, end - TAIL_BYTES_MAX);
        byte[] last = new byte[(int) (end - from)];
        file.seek(from);
        file.readFully(last);
        int seen = 0;
        for (int i = last.length - 1; i >= 0; i--) {
            // The newline at the very end closes the last line and begins none.
            if (last[i] == '\n' && i < last.length - 1 && ++seen == lines) {
                return from + i + 1;
            }
        }
        return lines == 0 ? end : from;
    }

    @Override
    public byte @Nullable [] read(int bytesMax) throws IOException, InterruptedException {
        byte[] buffer = new byte[bytesMax];
        int count = isClosed ? -1 : file.read(buffer);
        if (count > 0) {
            return Arrays.copyOf(buffer, count);
        }
        if (!follows || isClosed) {
            return null;
        }
        if (!moveToNext()) {
            Thread.sleep(LOOK_AGAIN);
        }
        return new byte[0];
    }

    /** True when the file at the path is another one than ours. */
    private boolean moveToNext() throws IOException {
        if (Files.notExists(path) || Objects.equals(key(path), key)) {
            return false;
        }
        Path older = path.resolveSibling(path.getFileName() + ".1");
        // Ours is the one before this; if it is not, others were in between and are gone.
        hasGap |= Files.notExists(older) || !Objects.equals(key(older), key);
        file.close();
        file = new RandomAccessFile(path.toFile(), "r");
        key = key(path);
        return true;
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    @Override
    public boolean takeGap() {
        boolean gap = hasGap;
        hasGap = false;
        return gap;
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            file.close();
        } catch (IOException e) {
            // It was only read.
        }
    }
}
