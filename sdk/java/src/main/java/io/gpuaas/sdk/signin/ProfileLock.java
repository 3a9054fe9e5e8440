package io.gpuaas.sdk.signin;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps commands that run at once from using one refresh token twice. The system frees it when a process dies. */
final class ProfileLock implements AutoCloseable {

    /** Longer than whoever holds it waits for the issuer. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(60);

    private static final Duration PAUSE = Duration.ofMillis(20);

    /** How long Ctrl-C waits for an answer that is on its way: a refresh token lost with it would end the sign-in. */
    private static final Duration LEAVING_MAX = Duration.ofSeconds(5);

    /** The system's lock belongs to the whole process; this one keeps its threads apart. */
    private static final ReentrantLock OF_THIS_PROCESS = new ReentrantLock();

    private final FileChannel channel;

    private ProfileLock(FileChannel channel) {
        this.channel = channel;
    }

    static ProfileLock take(Path file, FileAttribute<?> attributes) throws IOException {
        OF_THIS_PROCESS.lock();
        try {
            return new ProfileLock(open(file, attributes));
        } catch (IOException | RuntimeException e) {
            OF_THIS_PROCESS.unlock();
            throw e;
        }
    }

    private static FileChannel open(Path file, FileAttribute<?> attributes) throws IOException {
        FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), attributes);
        try {
            await(channel, file);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void await(FileChannel channel, Path file) throws IOException {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        while (tryLock(channel) == null) {
            if (System.nanoTime() > deadline) {
                throw new SignInException("Another gpuaas command has held " + file + " for " + WAIT_MAX.toSeconds()
                        + " seconds: end it, then try again.");
            }
            pause();
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        return channel.tryLock();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SignInException("Interrupted while waiting for another gpuaas command.");
        }
    }

    /** Acts, and lets the process end only afterwards. */
    <T> T during(Supplier<T> act) {
        CountDownLatch done = new CountDownLatch(1);
        Thread leaving = Thread.ofPlatform().unstarted(() -> {
            try {
                done.await(LEAVING_MAX.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(leaving);
        try {
            return act.get();
        } finally {
            done.countDown();
            forget(leaving);
        }
    }

    private static void forget(Thread leaving) {
        try {
            Runtime.getRuntime().removeShutdownHook(leaving);
        } catch (IllegalStateException e) {
            // The process is ending already, which is what the hook waited for.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            OF_THIS_PROCESS.unlock();
        }
    }
}
