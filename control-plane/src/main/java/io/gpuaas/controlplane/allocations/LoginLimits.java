package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** How much the login of an allocation may use on a host it shares: policies decide. In a slice it is alone. */
@Component
class LoginLimits {

    /** Nobody can sign in with fewer; the task's schema has the same bounds. */
    private static final long PROCESSES_MIN = 16;

    private static final long OPEN_FILES_MIN = 64;

    private final Policies policies;

    LoginLimits(Policies policies) {
        this.policies = policies;
    }

    /** In the words of contracts/node-tasks; empty when there are none. */
    Map<String, Object> of(AllocationRecord allocation) {
        Map<String, Object> limits = new LinkedHashMap<>();
        put(limits, "processes_max", effective(AllocationPolicies.LOGIN_PROCESSES_MAX, allocation), PROCESSES_MIN);
        put(limits, "open_files_max", effective(AllocationPolicies.LOGIN_OPEN_FILES_MAX, allocation), OPEN_FILES_MIN);
        return limits;
    }

    private long effective(PolicyKey<Long> key, AllocationRecord allocation) {
        return policies.effective(key, allocation.tenant(), allocation.project());
    }

    private static void put(Map<String, Object> limits, String name, long value, long least) {
        if (value > 0) {
            limits.put(name, Math.max(value, least));
        }
    }
}
