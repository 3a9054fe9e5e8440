package io.gpuaas.agent.host;

import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Verifies, as each login that was sold one of the wanted GPUs, that it can use its GPUs and no others. GPUs that nobody
 * was sold pass, as after a release. If it is unknown what a login has, verification fails, unless that login was sold
 * other GPUs.
 */
final class LoginVerification {

    private final LinuxUsers users;
    private final LoginUnits units;
    private final LoginProbe probe;

    LoginVerification(LinuxHost.Logins logins) {
        this.users = logins.users();
        this.units = logins.units();
        this.probe = logins.probe();
    }

    /** The UUIDs of all wanted GPUs and instances; empty if the driver does not show all of them. */
    void verify(NodeTaskPayloads.VerifyGpus wanted, Set<String> uuids, Progress progress)
            throws TaskFailure, InterruptedException {
        try {
            List<LoginUnits.Holder> holders = users.listHolders();
            Map<UUID, List<String>> soldTo = units.listSold();
            requireLogins(soldTo, holders, uuids);
            Set<String> proven = new HashSet<>();
            TaskFailure unknown = null;
            for (LoginUnits.Holder holder : holders) {
                LoginUnits.Sold sold;
                try {
                    sold = units.requireSold(holder);
                } catch (TaskFailure e) {
                    List<String> gpus = soldTo.get(holder.allocation());
                    if (LoginUnits.GPUS_UNKNOWN.equals(e.result().code())) {
                        unknown = e;
                    } else if (gpus == null || uuids.isEmpty() || !Collections.disjoint(gpus, uuids)) {
                        throw e;
                    }
                    continue;
                }
                if (!Collections.disjoint(sold.pciAddresses(), wanted.gpus())) {
                    progress.phase("login", "counting GPUs as " + holder.name());
                    probe.verify(holder, sold);
                    proven.addAll(sold.uuids());
                }
            }
            requireAll(wanted, uuids, proven, unknown);
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot tell which login has which GPU", e);
        }
    }

    private static void requireLogins(
            Map<UUID, List<String>> soldTo, List<LoginUnits.Holder> holders, Set<String> uuids) throws TaskFailure {
        for (Map.Entry<UUID, List<String>> sale : soldTo.entrySet()) {
            boolean hasLogin =
                    holders.stream().anyMatch(holder -> holder.allocation().equals(sale.getKey()));
            if (!hasLogin && !Collections.disjoint(sale.getValue(), uuids)) {
                throw TaskFailure.failed(
                        "user_absent", "allocation " + sale.getKey() + " was sold these GPUs and has no login");
            }
        }
    }

    /** Whole GPUs are also verified after a release, when nobody has them; instances only for their login. */
    private static void requireAll(
            NodeTaskPayloads.VerifyGpus wanted, Set<String> uuids, Set<String> proven, @Nullable TaskFailure unknown)
            throws TaskFailure {
        if (proven.isEmpty() && unknown != null) {
            throw unknown;
        }
        boolean isDivided = !wanted.instances().isEmpty();
        List<String> missing = uuids.stream()
                .filter(uuid -> uuid.startsWith("MIG-") == isDivided && !proven.contains(uuid))
                .toList();
        if (!missing.isEmpty() && (isDivided || !proven.isEmpty())) {
            throw TaskFailure.failed("gpu_not_visible", "no login has " + missing);
        }
    }
}
