package io.gpuaas.controlplane.identity;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for invitations, personal access tokens and sign-in. */
@Component
final class IdentityPolicies implements PolicyDeclarations {

    static final PolicyKey<Duration> INVITATION_LIFETIME = PolicyKey.duration(
            "identity.invitation_lifetime",
            Duration.ofDays(7),
            Duration.ofMinutes(5),
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT),
            "How long an invitation stays valid.");

    static final PolicyKey<Long> INVITATIONS_OPEN_MAX = PolicyKey.integer(
            "identity.invitations_open_max",
            100,
            0,
            10_000,
            "invitations",
            List.of(GLOBAL, TENANT),
            "How many invitations of one tenant may be open at a time.");

    static final PolicyKey<Long> INVITATION_LETTERS_PER_DAY_MAX = PolicyKey.integer(
            "identity.invitation_letters_per_day_max",
            200,
            0,
            100_000,
            "emails",
            List.of(GLOBAL, TENANT),
            "How many invitation emails one tenant may send in 24 hours.");

    static final PolicyKey<Duration> ACCESS_TOKEN_LIFETIME_MAX = PolicyKey.duration(
                    "identity.access_token_lifetime_max",
                    Duration.ofDays(365),
                    Duration.ofHours(1),
                    Duration.ofDays(3650),
                    List.of(GLOBAL),
                    "The longest lifetime of a personal access token.")
            .wideningRights();

    static final PolicyKey<Long> ACCESS_TOKENS_MAX = PolicyKey.integer(
            "identity.access_tokens_max",
            50,
            0,
            1_000,
            "tokens",
            List.of(GLOBAL),
            "How many personal access tokens one person may hold at a time.");

    static final PolicyKey<String> SECOND_FACTOR = PolicyKey.choice(
                    "sign_in.second_factor",
                    List.of("optional", "platform_roles", "everybody"),
                    List.of(GLOBAL),
                    "Which people need a second factor to sign in with the embedded issuer. optional: people who have"
                            + " added one. platform_roles: these and everybody with a platform role. everybody: all"
                            + " people. A change ends sessions without a required factor; people without a factor add"
                            + " one at their next sign-in. An external issuer enforces its own rules.")
            .wideningRights();

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(
                INVITATION_LIFETIME,
                INVITATIONS_OPEN_MAX,
                INVITATION_LETTERS_PER_DAY_MAX,
                ACCESS_TOKEN_LIFETIME_MAX,
                ACCESS_TOKENS_MAX,
                SECOND_FACTOR);
    }
}
