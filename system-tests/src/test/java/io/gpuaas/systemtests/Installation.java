package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** A control plane of its own: one data folder, one port, started and stopped through {@code ./gpuaas}. */
final class Installation implements AutoCloseable {

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration END_TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern SLUG = Pattern.compile("\"slug\":\"([^\"]+)\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path data;
    private final int port;

    Installation(Path folder) {
        this.data = folder.resolve("data");
        // Those of its gateway and of its listeners for nodes follow from it.
        this.port = FreePort.find(0, 364, 366, 367, 368, 369, 370);
    }

    Path data() {
        return data;
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** {@code up --detach} that has to work. */
    Command.Outcome up() {
        Command.Outcome outcome = tryUp();
        assertThat(outcome.exitCode()).as("up said: " + outcome.output()).isZero();
        RealServers.report("PostgreSQL", postgresVersion());
        return outcome;
    }

    Command.Outcome tryUp(String... more) {
        List<String> all = new ArrayList<>(List.of("--no-demo"));
        all.addAll(List.of(more));
        return tryUpWithDemo(all.toArray(String[]::new));
    }

    /** As a newcomer starts it, with people and simulated nodes, but without a past and stock apps. */
    Command.Outcome tryUpWithDemo(String... more) {
        List<String> arguments = new ArrayList<>(List.of("up", "--detach", "--port", String.valueOf(port)));
        arguments.add("--gpuaas.demo-past=false");
        arguments.add("--gpuaas.demo-apps=false");
        arguments.addAll(List.of("--data", data.toString()));
        arguments.addAll(List.of(more));
        return Command.gpuaas(arguments.toArray(String[]::new)).run();
    }

    /** Another verb, on this data folder. */
    Command.Outcome run(String verb, String... more) {
        List<String> arguments = new ArrayList<>(List.of(verb, "--data", data.toString()));
        arguments.addAll(List.of(more));
        return Command.gpuaas(arguments.toArray(String[]::new)).run();
    }

    Command.Outcome down() {
        return run("down");
    }

    @Override
    public void close() {
        down();
    }

    ProcessHandle controlPlane() {
        return process(data.resolve("control-plane.pid"));
    }

    ProcessHandle gateway() {
        return process(data.resolve("gateway.pid"));
    }

    ProcessHandle postmaster() {
        return process(data.resolve("postgres/data/postmaster.pid"));
    }

    /** As {@code kill -9} does it, and waits until the process is gone. */
    static void kill(ProcessHandle process) {
        process.destroyForcibly();
        awaitEnd(process);
    }

    static void awaitEnd(ProcessHandle process) {
        await("the end of process " + process.pid(), () -> !process.isAlive());
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + END_TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long for " + what).isLessThan(deadline);
            pause();
        }
    }

    String firstLoginToken() {
        return firstLogin("token");
    }

    /** Reads a field of the first-login file: user, password or token. */
    String firstLogin(String field) {
        String prefix = field + ": ";
        return read(data.resolve("first-login"))
                .lines()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + field + " in the first login"));
    }

    /** The status the issuer answers a refresh token with. */
    int refresh(String refreshToken) {
        String form = "grant_type=refresh_token&client_id=gpuaas-cli&refresh_token=" + refreshToken;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + "/oauth2/token"))
                .timeout(REQUEST_TIMEOUT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        return send(request).statusCode();
    }

    void createTenant(String slug) {
        HttpRequest.Builder request = request("/api/v1/tenants")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString("{\"slug\":\"%s\",\"name\":\"Tenant\"}".formatted(slug)));
        HttpResponse<String> response = send(request);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    List<String> tenantSlugs() {
        HttpResponse<String> response = get("/api/v1/tenants");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return SLUG.matcher(response.body())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    HttpResponse<String> post(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(REQUEST_TIMEOUT)
                .header("Authorization", "Bearer " + firstLoginToken());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted during a request", e);
        }
    }

    private String postgresVersion() {
        String answer = Command.program(data.resolve("postgres/server/bin/postgres"), "--version")
                .run()
                .output();
        return answer.strip().substring(answer.strip().lastIndexOf(' ') + 1);
    }

    private static ProcessHandle process(Path pidFile) {
        long pid = read(pidFile).lines().findFirst().map(Long::parseLong).orElseThrow();
        return ProcessHandle.of(pid).orElseThrow(() -> new AssertionError("no process " + pid + " as in " + pidFile));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }
}
