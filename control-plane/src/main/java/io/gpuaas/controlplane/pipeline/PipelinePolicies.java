package io.gpuaas.controlplane.pipeline;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.api.Lane;
import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for rate limits, idempotency and downloads. */
@Component
final class PipelinePolicies implements PolicyDeclarations {

    private static final String PER_MINUTE = "requests per minute";
    private static final long RATE_MAX = 100_000_000;

    static final PolicyKey<Long> RATE_LIMIT_DEFAULT = PolicyKey.integer(
            "rate_limit.default_requests_per_minute",
            1200,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL, TENANT, PROJECT),
            "How many ordinary requests one caller may make.");

    static final PolicyKey<Long> RATE_LIMIT_FINANCIAL = PolicyKey.integer(
            "rate_limit.financial_requests_per_minute",
            60,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL, TENANT, PROJECT),
            "How many requests that move money one caller may make.");

    static final PolicyKey<Long> RATE_LIMIT_ADMIN = PolicyKey.integer(
            "rate_limit.admin_requests_per_minute",
            600,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL),
            "How many platform administration requests one caller may make.");

    static final PolicyKey<Long> RATE_LIMIT_TERMINAL = PolicyKey.integer(
            "rate_limit.terminal_token_requests_per_minute",
            10,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL, TENANT, PROJECT),
            "How many terminal tokens one caller may ask for.");

    static final PolicyKey<Long> RATE_LIMIT_ANONYMOUS = PolicyKey.integer(
            "rate_limit.anonymous_requests_per_minute",
            120,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL),
            "How many requests without a valid credential one address may make.");

    static final PolicyKey<Long> RATE_LIMIT_MINT = PolicyKey.integer(
            "rate_limit.mint_requests_per_minute",
            600,
            1,
            RATE_MAX,
            PER_MINUTE,
            List.of(GLOBAL),
            "How many tokens a service account key may mint, for callers that have proved to hold it.");

    static final PolicyKey<Duration> IDEMPOTENCY_RETENTION = PolicyKey.duration(
            "idempotency.retention",
            Duration.ofHours(24),
            Duration.ofHours(1),
            Duration.ofDays(30),
            List.of(GLOBAL),
            "How long the answer to a request with an Idempotency-Key is kept for replay.");

    static final PolicyKey<Duration> IDEMPOTENCY_IN_FLIGHT_WAIT = PolicyKey.duration(
            "idempotency.in_flight_wait",
            Duration.ofSeconds(10),
            Duration.ZERO,
            Duration.ofSeconds(60),
            List.of(GLOBAL),
            "How long a repeated request waits for the first one to finish before the caller is told to retry.");

    static final PolicyKey<Long> DOWNLOADS_AT_ONCE_MAX = PolicyKey.integer(
            "downloads.at_once_max",
            4,
            1,
            100,
            "downloads",
            List.of(GLOBAL, TENANT),
            "How many exports, recordings and documents of one tenant each control plane serves at a time.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(
                RATE_LIMIT_DEFAULT,
                RATE_LIMIT_FINANCIAL,
                RATE_LIMIT_ADMIN,
                RATE_LIMIT_TERMINAL,
                RATE_LIMIT_ANONYMOUS,
                RATE_LIMIT_MINT,
                IDEMPOTENCY_RETENTION,
                IDEMPOTENCY_IN_FLIGHT_WAIT,
                DOWNLOADS_AT_ONCE_MAX);
    }

    /** The limit of a lane. */
    static PolicyKey<Long> rateLimit(Lane lane) {
        return switch (lane) {
            case DEFAULT -> RATE_LIMIT_DEFAULT;
            case FINANCIAL -> RATE_LIMIT_FINANCIAL;
            case ADMIN -> RATE_LIMIT_ADMIN;
            case TERMINAL -> RATE_LIMIT_TERMINAL;
        };
    }
}
