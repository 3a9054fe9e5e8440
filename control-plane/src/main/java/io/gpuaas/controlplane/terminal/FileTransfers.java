package io.gpuaas.controlplane.terminal;

import io.gpuaas.api.FileTransfer;
import io.gpuaas.api.FileTransferAccess;
import io.gpuaas.api.FileTransferDirection;
import io.gpuaas.api.FileTransferState;
import io.gpuaas.api.StartFileTransfer;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.terminal.FileTransferStore.FileTransferRecord;
import io.gpuaas.controlplane.terminal.FileTransferStore.TransferredFile;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Starts transfers of files and listings of folders between people and their allocations. */
@Component
class FileTransfers implements BackgroundWork {

    static final Duration TIME_MAX = Duration.ofHours(1);

    private static final long MEGABYTE = 1_000_000;
    private static final Duration KEPT = Duration.ofDays(400);

    /** The node asks again, with the rights of the login and where links really lead. */
    private static final Pattern OUTSIDE = Pattern.compile("(^|.*/)\\.\\.(/.*|$)|/.*|.*/|.*\\p{Cntrl}.*|\\.");

    /** The path of the home directory, which can be listed only. */
    private static final String HOME = ".";

    private final FileTransferStore store;
    private final Terminals terminals;
    private final GatewayStreams streams;
    private final Policies policies;
    private final Clock clock;

    FileTransfers(
            FileTransferStore store, Terminals terminals, GatewayStreams streams, Policies policies, Clock clock) {
        this.store = store;
        this.terminals = terminals;
        this.streams = streams;
        this.policies = policies;
        this.clock = clock;
    }

    FileTransferAccess start(ProjectId project, AllocationId allocation, StartFileTransfer wanted) {
        AllocationLogins.Login login = terminals.requireReachable(project, allocation);
        if (policies.effective(TerminalPolicies.FILE_TRANSFER, login.tenant(), project)
                .equals("off")) {
            throw TerminalErrors.notCarried("File transfers are disabled by policy.");
        }
        long max = policies.effective(TerminalPolicies.TRANSFER_MEGABYTES_MAX, login.tenant(), project) * MEGABYTE;
        requireSensible(wanted, max);
        Instant now = clock.instant();
        GatewayStreams.Opened opened = streams.open(new GatewayStreams.Purpose(
                FileTransferStreams.ROLE,
                allocation.toString(),
                login.node(),
                Terminals.TOKEN_TIME,
                now.plus(TIME_MAX).plus(Terminals.TOKEN_TIME)));
        FileTransferRecord transfer = new FileTransferRecord(
                opened.id(),
                login.tenant(),
                project,
                allocation,
                login.node(),
                PrincipalId.parse(Call.current().caller().id()),
                new TransferredFile(
                        wanted.direction().wire(),
                        isListing(wanted),
                        wanted.path(),
                        max,
                        wanted.bytes(),
                        wanted.sha256()),
                now,
                null);
        store.add(transfer);
        return new FileTransferAccess(
                view(transfer), opened.url(), opened.origin(), opened.token(), opened.expiresAt(), max);
    }

    private static boolean isListing(StartFileTransfer wanted) {
        return Boolean.TRUE.equals(wanted.listing());
    }

    private static void requireSensible(StartFileTransfer wanted, long max) {
        if (isListing(wanted) && wanted.direction() != FileTransferDirection.DOWNLOAD) {
            throw TerminalErrors.notCarried("A listing is a download.");
        }
        if (isListing(wanted) && wanted.path().equals(HOME)) {
            return;
        }
        if (OUTSIDE.matcher(wanted.path()).matches()) {
            throw TerminalErrors.notCarried("The path must name a file inside the home directory.");
        }
        Long bytes = wanted.bytes();
        if (wanted.direction() == FileTransferDirection.UPLOAD && (bytes == null || wanted.sha256() == null)) {
            throw TerminalErrors.notCarried("An upload requires the file's size and digest.");
        }
        if (bytes != null && bytes > max) {
            throw TerminalErrors.notCarried("The file is too large. The policy allows at most " + max + " bytes.");
        }
    }

    static FileTransfer view(FileTransferRecord transfer) {
        TransferredFile file = transfer.file();
        FileTransferStore.Ending ending = transfer.ending();
        return new FileTransfer(
                transfer.id(),
                transfer.allocation(),
                FileTransferDirection.fromWire(file.direction()),
                file.isListing() ? true : null,
                file.path(),
                state(ending),
                transfer.principal(),
                transfer.startedAt(),
                ending == null ? null : ending.at(),
                file.bytes(),
                file.sha256(),
                ending == null ? null : ending.reason());
    }

    private static FileTransferState state(FileTransferStore.@Nullable Ending ending) {
        if (ending == null) {
            return FileTransferState.STARTED;
        }
        return ending.reason() == null ? FileTransferState.DONE : FileTransferState.FAILED;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(6), "terminal.delete-old-transfers", this::deleteOld)
                .firstAfter(Duration.ofMinutes(13));
    }

    void deleteOld() {
        store.deleteStartedBefore(clock.instant().minus(KEPT));
    }
}
