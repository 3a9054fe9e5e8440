package io.gpuaas.controlplane.artifacts;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for publishing. */
@Component
final class ArtifactPolicies implements PolicyDeclarations {

    static final PolicyKey<Duration> PUBLISH_INTENT_LIFETIME = PolicyKey.duration(
                    "artifacts.publish_intent_lifetime",
                    Duration.ofMinutes(60),
                    Duration.ofMinutes(1),
                    Duration.ofHours(24),
                    List.of(GLOBAL, TENANT),
                    "How long a publish intent and its secret are valid.")
            .wideningRights();

    static final PolicyKey<Long> OPEN_PUBLISH_INTENTS_MAX = PolicyKey.integer(
            "artifacts.open_publish_intents_max",
            50,
            1,
            10_000,
            "intents",
            List.of(GLOBAL, TENANT),
            "How many publish intents of a tenant may be open at the same time.");

    static final PolicyKey<Long> ARTIFACT_BYTES_MAX = PolicyKey.integer(
            "artifacts.artifact_bytes_max",
            256L << 30,
            1,
            1L << 50,
            "bytes",
            List.of(GLOBAL, TENANT),
            "How large an artifact may be, with everything its manifest refers to.");

    static final PolicyKey<Long> PUBLISHERS_MAX = PolicyKey.integer(
            "artifacts.publishers_max",
            5,
            0,
            1_000,
            "publishers",
            List.of(GLOBAL, TENANT),
            "How many publisher namespaces a tenant may register.");

    static final PolicyKey<Long> PUBLISHER_KEYS_MAX = PolicyKey.integer(
            "artifacts.publisher_keys_max",
            10,
            1,
            20,
            "keys",
            List.of(GLOBAL, TENANT),
            "How many keys of a publisher may be registered and not revoked.");

    static final PolicyKey<Long> SBOM_COMPONENTS_MAX = PolicyKey.integer(
            "artifacts.sbom_components_max",
            2_000_000,
            0,
            100_000_000,
            "packages",
            List.of(GLOBAL, TENANT),
            "How many packages of a tenant's SBOMs are indexed. Further SBOMs are not read.");

    static final PolicyKey<Long> PUBLISHER_SIGNATURES_MIN = PolicyKey.integer(
                    "apps.publisher_signatures_min",
                    1,
                    1,
                    5,
                    "keys",
                    List.of(GLOBAL, TENANT, PROJECT),
                    "How many keys of its publisher, registered by as many people, must have signed an artifact. A"
                            + " tenant's or project's value can only raise it.")
            .wideningRights();

    static final PolicyKey<Long> PLATFORM_SIGNATURES_MIN = PolicyKey.integer(
                    "apps.platform_signatures_min",
                    0,
                    0,
                    3,
                    "keys",
                    List.of(GLOBAL, TENANT, PROJECT),
                    "How many different keys of the platform must have signed an artifact, besides its publisher's. A"
                            + " tenant's or project's value can only raise it.")
            .wideningRights();

    static final PolicyKey<Long> PUBLISHER_KEY_PEOPLE_MIN = PolicyKey.integer(
                    "artifacts.publisher_key_people_min",
                    1,
                    1,
                    2,
                    "people",
                    List.of(GLOBAL, TENANT),
                    "How many people of a publisher must stand for each of its keys. With 2, a key counts after a"
                            + " second person has confirmed it. A tenant's value can only raise it.")
            .wideningRights();

    static final PolicyKey<String> TRUST = PolicyKey.choice(
                    "apps.trust",
                    List.of("strict", "permissive", "audit"),
                    List.of(GLOBAL, TENANT, PROJECT),
                    "Whether artifacts without a verified signature may run: not at all, with a warning, or with a"
                            + " record of each launch. A tenant's or project's value can only be stricter.")
            .wideningRights();

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(
                PUBLISH_INTENT_LIFETIME,
                OPEN_PUBLISH_INTENTS_MAX,
                ARTIFACT_BYTES_MAX,
                PUBLISHERS_MAX,
                PUBLISHER_KEYS_MAX,
                SBOM_COMPONENTS_MAX,
                PUBLISHER_SIGNATURES_MIN,
                PLATFORM_SIGNATURES_MIN,
                PUBLISHER_KEY_PEOPLE_MIN,
                TRUST);
    }
}
