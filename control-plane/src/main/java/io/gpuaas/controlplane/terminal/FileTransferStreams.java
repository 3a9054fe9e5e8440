package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.StreamRole;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.terminal.FileTransferStore.FileTransferRecord;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Streams that carry one file each. */
@Component
class FileTransferStreams implements StreamRole {

    static final String ROLE = "file";

    private static final String PERMISSION = "terminals.open";
    private static final NodeTasks.Options OPTIONS = new NodeTasks.Options(Duration.ofMinutes(1), 1);

    private final FileTransferStore store;
    private final AllocationLogins logins;
    private final Principals principals;
    private final Access access;
    private final NodeTasks tasks;

    FileTransferStreams(
            FileTransferStore store, AllocationLogins logins, Principals principals, Access access, NodeTasks tasks) {
        this.store = store;
        this.logins = logins;
        this.principals = principals;
        this.access = access;
        this.tasks = tasks;
    }

    @Override
    public String name() {
        return ROLE;
    }

    /** The current facts about everything that the streams concern. */
    private record Known(
            Map<StreamId, FileTransferRecord> transfers,
            Map<AllocationId, AllocationLogins.Login> logins,
            Map<PrincipalId, Authenticated> people) {}

    @Override
    public Optional<TaskId> readerCame(Carried stream, String nodeUrl) {
        Known known = learn(List.of(stream));
        FileTransferRecord transfer = findAllowed(stream, known).orElseThrow(TerminalErrors::ended);
        AllocationLogins.Login login =
                Optional.ofNullable(known.logins().get(transfer.allocation())).orElseThrow(TerminalErrors::notActive);
        Map<String, Object> payload = new LinkedHashMap<>(Map.of(
                "stream_id", stream.id().toString(),
                "allocation_id", transfer.allocation().toString(),
                "gateway_url", nodeUrl,
                "username", login.username(),
                "direction", transfer.file().direction(),
                "path", transfer.file().path(),
                "bytes_max", transfer.file().bytesMax(),
                "seconds_max", FileTransfers.TIME_MAX.toSeconds()));
        if (transfer.file().isListing()) {
            // An agent that cannot list refuses a task with a field it does not know.
            payload.put("listing", true);
        }
        Long bytes = transfer.file().bytes();
        String sha256 = transfer.file().sha256();
        if (bytes != null && sha256 != null) {
            payload.put("bytes", bytes);
            payload.put("sha256", sha256);
        }
        return Optional.of(tasks.add(transfer.node(), "file.transfer", payload, OPTIONS));
    }

    @Override
    public Set<StreamId> findLost(Collection<Carried> streams) {
        Known known = learn(streams);
        return streams.stream()
                .filter(stream -> findAllowed(stream, known).isEmpty())
                .map(Carried::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** One look at each table, however many streams there are. */
    private Known learn(Collection<Carried> streams) {
        Map<StreamId, FileTransferRecord> transfers =
                store.find(streams.stream().map(Carried::id).toList());
        Collection<FileTransferRecord> all = transfers.values();
        access.learn(all.stream().map(FileTransferRecord::project).toList());
        return new Known(
                transfers,
                logins.find(all.stream().map(FileTransferRecord::allocation).toList()),
                principals.find(all.stream().map(FileTransferRecord::principal).toList()));
    }

    /** One that its reader may carry now. */
    private Optional<FileTransferRecord> findAllowed(Carried stream, Known known) {
        return Optional.ofNullable(known.transfers().get(stream.id()))
                .filter(transfer -> transfer.node().equals(stream.node())
                        && transfer.principal().equals(stream.reader())
                        && Optional.ofNullable(known.logins().get(transfer.allocation()))
                                .filter(login -> login.node().equals(transfer.node()))
                                .isPresent()
                        && mayCarry(transfer, known.people().get(transfer.principal())));
    }

    private boolean mayCarry(FileTransferRecord transfer, @Nullable Authenticated who) {
        return who != null && access.onProject(who, PERMISSION, transfer.project()) instanceof Access.Decision.Granted;
    }
}
