package io.gpuaas.agent.terminal;

import io.gpuaas.agent.task.FileTasks.TransferFile;
import io.gpuaas.kernel.recording.Segment;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds the control plane's orders to transfer files. */
final class FileOrders {

    static final long MAX = 5_000_000;

    private static final int SECONDS = 60;

    private FileOrders() {}

    static TransferFile upload(String path, byte[] announced) {
        return task("upload", path, (long) announced.length, Segment.digest(announced), null);
    }

    static TransferFile download(String path) {
        return task("download", path, null, null, null);
    }

    static TransferFile listing(String path) {
        return task("download", path, null, null, true);
    }

    private static TransferFile task(
            String direction, String path, @Nullable Long bytes, @Nullable String sha256, @Nullable Boolean listing) {
        return new TransferFile(
                UUID.randomUUID(),
                UUID.randomUUID(),
                "wss://x",
                "somebody",
                direction,
                path,
                MAX,
                SECONDS,
                bytes,
                sha256,
                listing);
    }
}
