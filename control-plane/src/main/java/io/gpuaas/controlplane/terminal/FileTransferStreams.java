package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.StreamRole;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.terminal.FileTransferStore.FileTransferRecord;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

    @Override
    public TaskId readerCame(Carried stream, String nodeUrl) {
        FileTransferRecord transfer = find(stream).orElseThrow(TerminalErrors::ended);
        AllocationLogins.Login login = logins.find(transfer.allocation()).orElseThrow(TerminalErrors::notActive);
        Map<String, Object> payload = new LinkedHashMap<>(Map.of(
                "stream_id", stream.id().toString(),
                "allocation_id", transfer.allocation().toString(),
                "gateway_url", nodeUrl,
                "username", login.username(),
                "direction", transfer.direction(),
                "path", transfer.path(),
                "bytes_max", transfer.bytesMax(),
                "seconds_max", FileTransfers.TIME_MAX.toSeconds()));
        Long bytes = transfer.bytes();
        String sha256 = transfer.sha256();
        if (bytes != null && sha256 != null) {
            payload.put("bytes", bytes);
            payload.put("sha256", sha256);
        }
        return tasks.add(transfer.node(), "file.transfer", payload, OPTIONS);
    }

    @Override
    public Set<StreamId> findLost(Collection<Carried> streams) {
        return streams.stream()
                .filter(stream -> find(stream).isEmpty())
                .map(Carried::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** One that its reader may carry now. */
    private Optional<FileTransferRecord> find(Carried stream) {
        return store.find(stream.id())
                .filter(transfer -> transfer.node().equals(stream.node())
                        && transfer.principal().equals(stream.reader())
                        && logins.find(transfer.allocation())
                                .filter(login -> login.node().equals(transfer.node()))
                                .isPresent()
                        && mayCarry(transfer));
    }

    private boolean mayCarry(FileTransferRecord transfer) {
        return principals
                .find(transfer.principal())
                .filter(who -> who.caller().kind() != Caller.Kind.USER
                        || access.onProject(who, PERMISSION, transfer.project()) instanceof Access.Decision.Granted)
                .isPresent();
    }
}
