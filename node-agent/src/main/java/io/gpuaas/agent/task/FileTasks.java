package io.gpuaas.agent.task;

import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Files of people. A transfer goes on after the task that began it has ended. */
public final class FileTasks {

    private static final Pattern DIRECTION = Pattern.compile("upload|download");
    private static final Pattern PATH = Pattern.compile("[^/\\p{Cntrl}][^\\p{Cntrl}]*");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final int SECONDS_MAX = 86_400;

    private FileTasks() {}

    public sealed interface Payload extends TaskPayload {}

    /** An upload says beforehand how large it is and what its digest is. A listing is a download of a folder's entries. */
    public record TransferFile(
            UUID streamId,
            UUID allocationId,
            String gatewayUrl,
            String username,
            String direction,
            String path,
            long bytesMax,
            int secondsMax,
            @Nullable Long bytes,
            @Nullable String sha256,
            @Nullable Boolean listing)
            implements Payload {

        public TransferFile {
            Fields.required("stream_id", streamId);
            Fields.required("allocation_id", allocationId);
            Fields.gatewayUrl(gatewayUrl);
            Fields.login(username);
            Fields.text("direction", direction, 20, DIRECTION);
            Fields.text("path", path, 1_000, PATH);
            Fields.range("seconds_max", secondsMax, 1, SECONDS_MAX);
            if (direction.equals("upload")) {
                Fields.check(bytes != null && bytes >= 0 && bytes <= bytesMax, "bytes is not within bytes_max");
                Fields.text("sha256", sha256, 64, SHA256);
                Fields.check(listing == null, "an upload is no listing");
            }
        }

        public boolean isUpload() {
            return direction.equals("upload");
        }

        public boolean isListing() {
            return Boolean.TRUE.equals(listing);
        }
    }

    public record TransferBegun(UUID streamId) {}
}
