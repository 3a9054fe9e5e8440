package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class FileTransferStore {

    private final JdbcClient jdbc;

    FileTransferStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record FileTransferRecord(
            StreamId id,
            TenantId tenant,
            ProjectId project,
            AllocationId allocation,
            NodeId node,
            PrincipalId principal,
            TransferredFile file,
            Instant startedAt,
            @Nullable Ending ending) {}

    /** The file to transfer. Size and digest of a download are known when it has ended. */
    record TransferredFile(
            String direction,
            boolean isListing,
            String path,
            long bytesMax,
            @Nullable Long bytes,
            @Nullable String sha256) {}

    /** When a transfer ended; a reason means that it failed. */
    record Ending(Instant at, @Nullable String reason) {}

    void add(FileTransferRecord transfer) {
        jdbc.sql("""
                INSERT INTO terminal.file_transfer (id, tenant_id, project_id, allocation_id, node_id, principal_id,
                    direction, listing, path, bytes_max, bytes, sha256, started_at)
                VALUES (:id, :tenant, :project, :allocation, :node, :principal, :direction, :listing, :path, :max, :bytes,
                    :sha256, :started)""")
                .param("id", transfer.id().value())
                .param("tenant", transfer.tenant().value())
                .param("project", transfer.project().value())
                .param("allocation", transfer.allocation().value())
                .param("node", transfer.node().value())
                .param("principal", transfer.principal().value())
                .param("direction", transfer.file().direction())
                .param("listing", transfer.file().isListing())
                .param("path", transfer.file().path())
                .param("max", transfer.file().bytesMax())
                .param("bytes", transfer.file().bytes())
                .param("sha256", transfer.file().sha256())
                .param("started", Columns.time(transfer.startedAt()))
                .update();
    }

    Optional<FileTransferRecord> find(StreamId id) {
        return Optional.ofNullable(find(List.of(id)).get(id));
    }

    Map<StreamId, FileTransferRecord> find(Collection<StreamId> ids) {
        return jdbc
                .sql("SELECT * FROM terminal.file_transfer WHERE id = ANY (:ids)")
                .param("ids", ids.stream().map(StreamId::value).toArray(UUID[]::new))
                .query(FileTransferStore::read)
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(FileTransferRecord::id, Function.identity()));
    }

    List<FileTransferRecord> list(AllocationId allocation, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.file_transfer
                WHERE allocation_id = :allocation AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("allocation", allocation.value())
                .param("before", before)
                .param("limit", limit)
                .query(FileTransferStore::read)
                .list();
    }

    /** The first report of the end counts. */
    void end(StreamId id, FileTransferReports.Report report, Instant now) {
        jdbc.sql("""
                UPDATE terminal.file_transfer
                SET ended_at = :now, reason = :reason, bytes = :bytes, sha256 = coalesce(:sha256, sha256)
                WHERE id = :id AND ended_at IS NULL""")
                .param("now", Columns.time(now))
                .param("reason", report.reason())
                .param("bytes", report.bytes())
                .param("sha256", report.sha256())
                .param("id", id.value())
                .update();
    }

    int deleteStartedBefore(Instant time) {
        return jdbc.sql("DELETE FROM terminal.file_transfer WHERE started_at < :time")
                .param("time", Columns.time(time))
                .update();
    }

    private static FileTransferRecord read(ResultSet row, int number) throws SQLException {
        return new FileTransferRecord(
                new StreamId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                new PrincipalId(row.getObject("principal_id", UUID.class)),
                new TransferredFile(
                        row.getString("direction"),
                        row.getBoolean("listing"),
                        row.getString("path"),
                        row.getLong("bytes_max"),
                        row.getObject("bytes", Long.class),
                        row.getString("sha256")),
                Columns.instant(row, "started_at"),
                ending(row));
    }

    private static @Nullable Ending ending(ResultSet row) throws SQLException {
        Instant at = Columns.optionalInstant(row, "ended_at");
        return at == null ? null : new Ending(at, row.getString("reason"));
    }
}
