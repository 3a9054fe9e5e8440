package io.gpuaas.controlplane.access;

import static io.gpuaas.api.PolicyScope.GLOBAL;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for SSH public keys. */
@Component
final class AccessPolicies implements PolicyDeclarations {

    static final PolicyKey<Long> SSH_KEYS_PER_USER_MAX = PolicyKey.integer(
            "access.ssh_keys_per_user_max",
            20,
            1,
            200,
            "keys",
            List.of(GLOBAL),
            "How many SSH public keys a user may have. Lowering the limit does not remove keys.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(SSH_KEYS_PER_USER_MAX);
    }
}
