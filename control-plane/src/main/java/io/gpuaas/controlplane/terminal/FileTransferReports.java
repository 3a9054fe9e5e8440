package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.terminal.FileTransferStore.FileTransferRecord;
import io.gpuaas.kernel.StreamId;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Takes nodes' reports about how file transfers ended. */
@Component
class FileTransferReports implements NodeUpload {

    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();
    private static final int REASON_LENGTH_MAX = 60;

    private final FileTransferStore store;
    private final Clock clock;

    FileTransferReports(FileTransferStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** No reason: it was done. */
    record Report(
            @Nullable String reason, long bytes, @Nullable String sha256) {}

    record Noted(String streamId) {}

    @Override
    public String name() {
        return "file-transfers";
    }

    @Override
    public Noted take(Arrived arrived) {
        FileTransferRecord transfer = store.find(id(arrived))
                .filter(found -> found.node().equals(arrived.node()))
                .orElseThrow(() -> ProblemException.notFound("file transfer"));
        store.end(transfer.id(), read(arrived.body().bytes()), clock.instant());
        return new Noted(transfer.id().toString());
    }

    private static StreamId id(Arrived arrived) {
        try {
            return StreamId.parse(arrived.words().getFirst());
        } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
            throw ProblemException.notFound("file transfer");
        }
    }

    private static Report read(byte[] bytes) {
        try {
            Report said = JSON.readValue(bytes, Report.class);
            String reason = said.reason();
            return reason == null || reason.length() <= REASON_LENGTH_MAX
                    ? said
                    : new Report(reason.substring(0, REASON_LENGTH_MAX), said.bytes(), said.sha256());
        } catch (JacksonException e) {
            throw ProblemException.notFound("file transfer");
        }
    }
}
