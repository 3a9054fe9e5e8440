package io.gpuaas.controlplane.notifications;

import static io.gpuaas.api.PolicyScope.GLOBAL;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for mail. */
@Component
final class NotificationPolicies implements PolicyDeclarations {

    static final PolicyKey<Long> DIGEST_OVER = PolicyKey.integer(
            "notifications.digest_over",
            3,
            1,
            1_000,
            "emails",
            List.of(GLOBAL),
            "How many emails of one kind a person gets within notifications.digest_window. Later ones are collected"
                    + " into one email.");

    static final PolicyKey<Duration> DIGEST_WINDOW = PolicyKey.duration(
            "notifications.digest_window",
            Duration.ofMinutes(15),
            Duration.ofMinutes(1),
            Duration.ofDays(1),
            List.of(GLOBAL),
            "How long notifications are collected before they are sent as one email.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(DIGEST_OVER, DIGEST_WINDOW);
    }
}
