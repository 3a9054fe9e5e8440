package io.gpuaas.controlplane.audit;

import static io.gpuaas.api.PolicyScope.GLOBAL;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for the audit trail. */
@Component
final class AuditPolicies implements PolicyDeclarations {

    /** Zero or at least one: every start creates the tables of the previous month if they are missing. */
    static final PolicyKey<Long> RETENTION_MONTHS = PolicyKey.integer(
                    "audit.retention_months",
                    0,
                    0,
                    1_200,
                    "months",
                    List.of(GLOBAL),
                    "How many full months of the audit trail, besides the current one, stay in the database. Older"
                            + " months are moved to the object store. 0: all months stay in the database.")
            .wideningRights();

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(RETENTION_MONTHS);
    }
}
