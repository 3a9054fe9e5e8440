package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets schemathesis make requests from the contract, good and bad ones, and send them to a control plane of its own. It
 * fails when the server does (5xx), or when it takes what the contract forbids.
 *
 * <p>Left out: the two operations whose answer does not end (their parameters are in {@code AllocationFeedTest} and
 * {@code OperatorFeedTest}).
 */
final class ContractFuzz implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SEED = "19";
    private static final List<String> ENDLESS = List.of("streamAllocationEvents", "streamOperatorEvents");
    private static final int SPARE_WORLDS = 4;
    private static final int OUTPUT_LINES_SHOWN = 150;

    /** The settings of a schemathesis run. */
    record Effort(String phases, int examples, Duration longest) {}

    /** How it ended. */
    record Outcome(String as, int exitCode, String output, JsonNode counts) {

        int cases() {
            return counts.path("cases").asInt();
        }

        String summary() {
            return "schemathesis as %s: %d cases over %d operations, %d of which succeeded at least once; statuses %s"
                    .formatted(
                            as,
                            cases(),
                            counts.path("operations").asInt(),
                            counts.path("passed").asInt(),
                            counts.path("statuses"));
        }

        String end() {
            List<String> lines = output.lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - OUTPUT_LINES_SHOWN), lines.size()));
        }
    }

    private final TestControlPlane plane = TestControlPlane.start(Map.of());
    private final ApiClient admin = plane.admin();
    private final Path folder;
    private final Path schemathesis;
    private final Map<String, String> tokens = new TreeMap<>();

    ContractFuzz() {
        this.schemathesis = RealServers.require("schemathesis");
        RealServers.report(
                "schemathesis",
                output(List.of(schemathesis.toString(), "--version"), Map.of())
                        .output()
                        .replaceAll("(?s)[^0-9]*([0-9.]+).*", "$1"));
        try {
            this.folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "test-data")), "fuzz")
                    .toAbsolutePath();
            prepare();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Limits would answer in the place of the operations. */
    private void prepare() throws IOException {
        for (String lane : List.of("default", "admin", "anonymous", "financial", "terminal_token", "mint")) {
            require(
                    200,
                    admin.put(
                            "/api/v1/policies/rate_limit." + lane + "_requests_per_minute",
                            "{\"value\":\"10000000\"}"));
        }
        Map<String, List<String>> live = new TreeMap<>();
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        fill(live, tenant, project);
        Map<String, List<String>> spare = new TreeMap<>();
        for (int i = 0; i < SPARE_WORLDS; i++) {
            String other = admin.createTenant();
            fill(spare, other, admin.createProject(other));
        }
        tokens.put("anonymous", "");
        tokens.put("member", plane.principals().inProject(Role.PROJECT_MEMBER, tenant, project));
        tokens.put("owner", plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        tokens.put("operator", plane.principals().onPlatform(Role.OPERATOR));
        tokens.put("admin", plane.principals().platformAdmin());
        for (String token : tokens.values()) {
            if (!token.isEmpty()) {
                String key = "{\"name\":\"N\",\"public_key\":\"" + SshKeySamples.ed25519() + "\"}";
                add(
                        live,
                        "ssh_key_id",
                        plane.client(token).post("/api/v1/me/ssh-keys", key).text("id"));
            }
        }
        Files.writeString(folder.resolve("world.json"), JSON.writeValueAsString(Map.of("live", live, "spare", spare)));
    }

    private void fill(Map<String, List<String>> world, String tenant, String project) {
        String tenants = "/api/v1/tenants/" + tenant;
        String projects = "/api/v1/projects/" + project;
        add(world, "tenant_id", tenant);
        add(world, "project_id", project);
        add(
                world,
                "principal_id",
                plane.principals().person(Role.TENANT_BILLING, tenant).id());
        String account = admin.post(projects + "/service-accounts", "{\"name\":\"N\",\"scopes\":[\"projects.read\"]}")
                .text("id");
        add(world, "service_account_id", account);
        add(
                world,
                "key_id",
                admin.post(projects + "/service-accounts/" + account + "/keys", "{\"kind\":\"secret\"}")
                        .json()
                        .at("/key/id")
                        .asString(""));
        String invitation = "{\"email\":\"" + UUID.randomUUID() + "@example.com\",\"tenant_role\":\"tenant_billing\"}";
        add(
                world,
                "invitation_id",
                admin.post(tenants + "/invitations", invitation).text("id"));
        String name = "{\"name\":\"n-" + UUID.randomUUID().toString().substring(0, 18) + "\"";
        add(world, "node_id", admin.post("/api/v1/nodes", name + "}").text("id"));
        add(
                world,
                "gateway_id",
                admin.post("/api/v1/gateways", name + ",\"host_names\":[\"localhost\"]}")
                        .json()
                        .at("/gateway/id")
                        .asString(""));
        String amount = "{\"amount\":{\"nanos\":5000000000,\"currency\":\"USD\"}";
        add(world, "payment_id", admin.post(tenants + "/payments", amount + "}").text("id"));
        add(
                world,
                "adjustment_id",
                admin.post(tenants + "/adjustments", amount + ",\"kind\":\"credit\",\"reason\":\"r\"}")
                        .text("id"));
        String credit =
                "{\"amount\":{\"nanos\":900000000000,\"currency\":\"USD\"},\"kind\":\"credit\",\"reason\":\"r\"}";
        require(201, admin.post(tenants + "/adjustments", credit));
        String wanted = "{\"sku\":\"h100-sxm-slice\",\"count\":1,\"queue\":true}";
        add(
                world,
                "allocation_id",
                admin.post(projects + "/allocations", wanted).text("id"));
        add(world, "sku_name", "h100-sxm-slice");
        add(world, "policy_key", "access.ssh_keys_per_user_max");
        add(world, "policy_key", "terminal.transfer_megabytes_max");
        add(world, "code", "not_found");
        add(world, "kind", "budget");
        add(world, "gpu_uuid", "GPU-" + UUID.randomUUID());
    }

    private static void add(Map<String, List<String>> world, String parameter, String id) {
        if (!id.isEmpty()) {
            world.computeIfAbsent(parameter, same -> new ArrayList<>()).add(id);
        }
    }

    private static void require(int status, Reply reply) {
        if (reply.status() != status) {
            throw new IllegalStateException("expected " + status + ", got " + reply.status() + ": " + reply.body());
        }
    }

    Outcome run(String principal, Effort effort) {
        Path counts = folder.resolve("counts-" + principal + ".json");
        List<String> command = new ArrayList<>(List.of(
                schemathesis.toString(),
                "--config-file",
                resource("schemathesis.toml").toString(),
                "--no-color",
                "run",
                contract().toString(),
                "--url",
                "http://127.0.0.1:" + plane.port(),
                "--checks",
                "not_a_server_error,negative_data_rejection",
                "--phases",
                effort.phases(),
                "--max-examples",
                String.valueOf(effort.examples()),
                "--seed",
                SEED,
                "--generation-database",
                "none",
                "--suppress-health-check",
                "all",
                "--continue-on-failure",
                "--warnings",
                "off",
                "--request-timeout",
                "60"));
        ENDLESS.forEach(operation -> command.addAll(List.of("--exclude-operation-id", operation)));
        String token = Objects.requireNonNull(tokens.get(principal), principal);
        if (!token.isEmpty()) {
            command.addAll(List.of("-H", "Authorization: Bearer " + token));
        }
        Ended ended = output(
                command,
                Map.of(
                        "SCHEMATHESIS_HOOKS", "hooks",
                        "PYTHONPATH",
                                Objects.requireNonNull(resource("hooks.py").getParent())
                                        .toString(),
                        "GPUAAS_FUZZ_WORLD", folder.resolve("world.json").toString(),
                        "GPUAAS_FUZZ_COUNTS", counts.toString()),
                effort.longest());
        try {
            Files.writeString(folder.resolve("output-" + principal + ".txt"), ended.output());
            JsonNode counted = Files.exists(counts) ? JSON.readTree(Files.readString(counts)) : JSON.createObjectNode();
            return new Outcome(principal, ended.exitCode(), ended.output(), counted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether this principal could still do what it could at the start. */
    boolean isAlive(String principal) {
        String token = Objects.requireNonNull(tokens.get(principal), principal);
        return token.isEmpty() || plane.client(token).get("/api/v1/me").status() == 200;
    }

    private static Path contract() {
        return Path.of("..", "contracts", "openapi.yaml").toAbsolutePath().normalize();
    }

    private static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(ContractFuzz.class.getResource("/schemathesis/" + name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Ended(int exitCode, String output) {}

    private static Ended output(List<String> command, Map<String, String> environment) {
        return output(command, environment, Duration.ofMinutes(2));
    }

    private static Ended output(List<String> command, Map<String, String> environment, Duration longest) {
        try {
            Path file = Files.createTempFile(Files.createDirectories(Path.of("target", "test-data")), "fuzz", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile());
            builder.environment().putAll(environment);
            // Its record of earlier runs stays out of the sources.
            builder.directory(Path.of("target", "test-data").toFile());
            Process process = builder.start();
            try {
                if (!process.waitFor(longest.toSeconds(), TimeUnit.SECONDS)) {
                    return new Ended(-1, "ended after " + longest + "\n" + Files.readString(file));
                }
            } finally {
                process.destroyForcibly();
            }
            return new Ended(process.exitValue(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        plane.close();
    }
}
