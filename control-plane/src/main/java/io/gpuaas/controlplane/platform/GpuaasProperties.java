package io.gpuaas.controlplane.platform;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Everything an operator can configure. gpuaas.yaml on the class path documents each property and its default; an
 * unknown property stops the start.
 */
@Validated
@ConfigurationProperties(prefix = "gpuaas", ignoreUnknownFields = false)
public record GpuaasProperties(
        @NotNull Path dataDir,
        @NotEmpty Set<Role> roles,
        boolean demo,
        boolean demoPast,
        boolean allowDemoBeyondLoopback,
        @Valid @NotNull Server server,
        @Valid @NotNull Docs docs,
        @Valid @NotNull Proxies proxies,
        @Valid @NotNull Database database,
        @Valid @NotNull Identity identity,
        @Valid @NotNull Bus bus,
        @Valid @NotNull Nodes nodes,
        @Valid @NotNull Lifecycle lifecycle,
        @Valid @NotNull Machines machines,
        @Valid @NotNull Gateways gateways,
        @Valid @NotNull Objects objects,
        @Valid @NotNull Registry registry,
        @Valid @NotNull Custody custody,
        @Valid @NotNull Billing billing,
        @Valid @NotNull Payments payments,
        @Valid @NotNull Mail mail,
        @Valid @NotNull Audit audit,
        @Valid @NotNull Anchors anchors,
        @Valid @NotNull Limits limits,
        @Valid @NotNull Log log,
        @Valid @NotNull Tracing tracing) {

    public boolean has(Role role) {
        return roles.contains(role);
    }

    /** The work of one process; every role by default. */
    public enum Role {
        API,
        NODE_API,
        GATEWAY_API,
        /** Serves images and other artifacts to OCI clients. */
        REGISTRY,
        OUTBOX_RELAY,
        EVENT_CONSUMERS,
        /** Brings allocations from their request to their end. */
        LIFECYCLE,
        /** Meters, charges, watches balances and verifies the ledger. */
        BILLING_WORKER
    }

    public record Server(
            @NotNull String address,
            @Min(0) @Max(65535) int port,
            @Nullable String publicUrl,
            @Min(1024) @Max(16 * 1024 * 1024) int bodyBytesMax,
            @NotNull Duration drainTimeout,
            @NotNull String metricsAddress,
            @Min(-1) @Max(65535) int metricsPort,

            @NotNull @DurationMin(millis = 100) @DurationMax(hours = 1)
            Duration stallTimeout,

            @NotNull List<String> metricsNetworks) {}

    /** The documentation under {@code /docs}. */
    public record Docs(boolean signInRequired) {}

    /** Proxies in front of this process, whose statement of the client's address is trusted. */
    public record Proxies(
            @NotNull List<String> networks,
            @NotNull Header header,
            @NotNull Set<Listener> proxyProtocol) {

        /** The one header the proxies write. Others may come from the client as they are. */
        public enum Header {
            NONE,
            FORWARDED,
            X_FORWARDED_FOR
        }
    }

    /** A port others dial. */
    public enum Listener {
        SERVER,
        NODES,
        GATEWAYS,
        REGISTRY
    }

    /** The listener of the OCI registry. */
    public record Registry(
            @NotNull String address,
            @Min(0) @Max(65535) int port,
            @Nullable String publicUrl) {}

    public record Database(
            @NotNull Mode mode,
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Min(2) @Max(500) int poolSize) {

        public enum Mode {
            EMBEDDED,
            EXTERNAL
        }
    }

    public record Identity(
            @NotNull Issuer issuer,
            @Nullable String signingKeyFile,
            @Nullable String secondFactorKeyFile,
            @Valid @NotNull External external,
            @NotNull Duration sessionIdle,
            @NotNull Duration sessionLifetime) {

        public enum Issuer {
            EMBEDDED,
            EXTERNAL
        }

        public record External(
                @Nullable String issuerUrl,
                @Nullable String clientId,
                @Nullable String clientSecret,
                @Nullable String clientSecretFile,
                @NotNull List<String> audiences,
                @NotNull List<String> scopes,
                @Valid @NotNull Claims claims,
                @NotNull List<String> platformRoles,

                @NotNull @DurationMin(seconds = 10) @DurationMax(hours = 24)
                Duration jwksRefresh,

                @NotNull @DurationMin(seconds = 0) @DurationMax(minutes = 5)
                Duration clockSkew) {}

        /** Where in a token the facts about a person stand. */
        public record Claims(
                @NotBlank String subject,
                @NotBlank String email,
                @NotBlank String emailVerified,
                @NotBlank String name,
                @NotBlank String groups) {}
    }

    public record Bus(
            @NotNull Kind kind,
            @NotNull String natsUrl,
            @NotNull Duration leaseDuration,
            @Min(1) @Max(10_000) int batchSize,
            @NotNull Duration retention) {

        public enum Kind {
            POSTGRES,
            NATS
        }
    }

    public record Nodes(
            @NotNull String address,
            @Min(0) @Max(65535) int port,
            @NotEmpty List<String> names,
            @Min(1) @Max(1_000_000) int joinsPerMinuteMax,
            @NotNull Authority authority,
            @Nullable String authorityFile,
            @Nullable String taskKeyFile,
            @Nullable String releaseKeysFile,
            @Nullable String url,
            @Nullable String packagesFolder,
            @Valid @NotNull Step step) {

        public enum Authority {
            EMBEDDED,
            STEP
        }

        public record Step(
                @Nullable String url,
                @Nullable String rootFile,
                @Nullable String provisioner,
                @Nullable String provisionerKeyFile) {}
    }

    public record Lifecycle(
            @NotNull Driver driver,
            @Min(1) @Max(1_000) int concurrency,
            @Valid @NotNull Temporal temporal) {

        public enum Driver {
            DATABASE,
            TEMPORAL
        }

        public record Temporal(
                @NotBlank String target,
                @NotBlank String namespace,
                @NotBlank String taskQueue) {}
    }

    /** How hosts are rebuilt. */
    public record Machines(
            @NotNull Provisioner provisioner,

            @NotNull @DurationMin(millis = 10) @DurationMax(minutes = 10)
            Duration pollInterval,

            @Valid @NotNull Maas maas) {

        public enum Provisioner {
            NONE,
            AGENT,
            MAAS
        }

        public record Maas(
                @Nullable String url,
                @Nullable String apiKeyFile,
                @Nullable String image,
                @Nullable String userDataFile) {}
    }

    public record Gateways(
            @NotNull String address,
            @Min(0) @Max(65535) int port,
            @NotEmpty List<String> names,
            boolean local,

            @NotNull @DurationMin(seconds = 1) @DurationMax(hours = 24)
            Duration streamTime,

            @NotNull TokenStore tokens,
            @NotNull String redisUrl,
            @Nullable String redisPasswordFile) {

        /** Where digests of tokens are kept until they are used. */
        public enum TokenStore {
            POSTGRES,
            REDIS
        }
    }

    /** Where recordings are kept. */
    public record Objects(
            @NotNull Storage kind,
            @Nullable String endpoint,
            @NotBlank String region,
            @Nullable String bucket,
            @Nullable String accessKey,
            @Nullable String secretKeyFile) {

        public enum Storage {
            FILES,
            S3
        }

        public Objects in(String otherBucket) {
            return new Objects(kind, endpoint, region, otherBucket, accessKey, secretKeyFile);
        }
    }

    /** Where secrets that people and apps entrust to the platform lie. */
    public record Custody(
            @NotNull Custodian kind,
            @Nullable String keyFile,
            @Valid @NotNull Vault vault) {

        public enum Custodian {
            /** In the database, sealed. */
            SEALED,
            VAULT
        }

        public record Vault(
                @Nullable String address,
                @Nullable String namespace,

                @NotNull @Pattern(regexp = "[A-Za-z0-9_-][A-Za-z0-9_/-]*") String mount,

                @NotNull @Pattern(regexp = "[A-Za-z0-9_-][A-Za-z0-9_/-]*") String prefix,

                @NotNull @Pattern(regexp = "[A-Za-z0-9_-][A-Za-z0-9_/-]*") String authMount,

                @Nullable String roleId,
                @Nullable String secretIdFile,
                @Nullable String caFile) {}
    }

    public record Billing(
            @Nullable String sealKeyFile,
            @NotNull Duration tickInterval,
            @NotNull Duration verifyInterval,
            @NotNull Duration verifyAllInterval) {}

    /** The payment provider. */
    public record Payments(
            @NotNull Provider provider,
            boolean allowFreeCreditBeyondLoopback,

            @NotNull @DurationMin(millis = 10) @DurationMax(minutes = 10)
            Duration workInterval,

            @Valid @NotNull Stripe stripe) {

        public enum Provider {
            TEST,
            STRIPE
        }

        public record Stripe(
                @NotBlank String apiBase,
                @Nullable String apiKeyFile,
                @Nullable String webhookSecretsFile) {}
    }

    /** How letters leave. */
    public record Mail(
            @NotNull Delivery delivery,
            @NotBlank String host,
            @Min(1) @Max(65535) int port,
            @Nullable String username,
            @Nullable String passwordFile,
            boolean starttls,
            @NotBlank String from) {

        public enum Delivery {
            LOCAL,
            SMTP
        }
    }

    public record Audit(
            @Nullable String sealKeyFile,
            @NotNull Duration sealInterval,
            @Min(2) @Max(1_000_000) int refusalsPerAddressMax,
            @Min(2) @Max(1_000_000) int refusalsMax) {}

    /** Where the newest seals of audit trail and ledger are written outside of the database. */
    public record Anchors(
            @NotNull Place kind,

            @NotNull @DurationMin(millis = 10) @DurationMax(hours = 24)
            Duration interval,

            @NotBlank String prefix,
            @Nullable String bucket,

            @NotNull @DurationMin(seconds = 0) @DurationMax(days = 36_500)
            Duration retention,

            @Nullable String file) {

        public enum Place {
            NONE,
            OBJECTS,
            LOG
        }
    }

    /** The store that counts requests for all processes. */
    public record Limits(
            @NotNull Store store,
            @NotNull String redisUrl,
            @Nullable String redisPasswordFile) {

        public enum Store {
            LOCAL,
            POSTGRES,
            REDIS
        }
    }

    /** A file beside standard output. Logback rolls it by the names of Spring Boot, which gpuaas.yaml sets from these. */
    public record Log(
            @Nullable String file,
            @NotNull DataSize fileSizeMax,
            @NotNull DataSize totalSizeMax) {}

    public record Tracing(@Nullable String otlpEndpoint) {}
}
