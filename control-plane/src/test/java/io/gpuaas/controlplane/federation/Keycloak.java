package io.gpuaas.controlplane.federation;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A real Keycloak with the realm we ship and one person in it. The build unpacked it from Maven Central. */
final class Keycloak implements AutoCloseable {

    static final String CONSOLE_SECRET = "a-console-secret-for-tests";
    static final String USER = "alice";
    static final String PASSWORD = "correct horse battery";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ADMIN = "admin";
    /** Half a minute on two quiet cores; a machine that compiles beside it takes longer. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(4);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final int port = FreePort.find();

    Keycloak(String consoleUrl) throws IOException {
        Path home = home();
        RealServers.report("Keycloak", home.getFileName().toString().replace("keycloak-", ""));
        writeRealm(home.resolve("data/import/gpuaas-realm.json"));
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        home.resolve("bin/kc.sh").toString(),
                        "start-dev",
                        "--http-host=127.0.0.1",
                        "--http-port=" + port,
                        "--db=dev-mem",
                        "--import-realm")
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("data/log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME", System.getProperty("java.home"),
                        "JAVA_OPTS_KC_HEAP", "-Xms64m -Xmx512m",
                        "JAVA_OPTS_APPEND", "-XX:TieredStopAtLevel=1",
                        "KC_BOOTSTRAP_ADMIN_USERNAME", ADMIN,
                        "KC_BOOTSTRAP_ADMIN_PASSWORD", ADMIN,
                        "CONSOLE_URL", consoleUrl,
                        "CONSOLE_CLIENT_SECRET", CONSOLE_SECRET));
        this.process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        Awaitility.await()
                .atMost(START_PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(this::answers);
    }

    private static Path home() throws IOException {
        try (Stream<Path> unpacked = Files.list(Path.of("target", "keycloak"))) {
            return unpacked.filter(path -> path.getFileName().toString().matches("keycloak-\\d.*"))
                    .max(Path::compareTo)
                    .orElseThrow(() -> new IllegalStateException("run the build once: it unpacks Keycloak"))
                    .toAbsolutePath();
        }
    }

    /** Ours, with a person added: what we ship has none. */
    private static void writeRealm(Path file) throws IOException {
        ObjectNode realm =
                (ObjectNode) JSON.readTree(Files.readString(Path.of("../deploy/keycloak/gpuaas-realm.json")));
        realm.set("users", JSON.readTree("""
                [{"username": "%s", "enabled": true, "email": "Alice@Example.com", "emailVerified": true,
                  "firstName": "Alice", "lastName": "Archer", "groups": ["/gpuaas-auditors"],
                  "credentials": [{"type": "password", "value": "%s", "temporary": false}]}]
                """.formatted(USER, PASSWORD)));
        Files.createDirectories(file.getParent());
        Files.writeString(file, JSON.writeValueAsString(realm));
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("Keycloak ended with " + process.exitValue() + ", see its log");
        }
        try {
            return get(issuer() + "/.well-known/openid-configuration").statusCode() == 200;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + port + "/realms/gpuaas";
    }

    String endpoint(String name) {
        return issuer() + "/protocol/openid-connect/" + name;
    }

    private HttpResponse<String> get(String address) {
        return send(HttpRequest.newBuilder(URI.create(address)).build());
    }

    /** The answer of a realm's token endpoint to a form. */
    JsonNode token(String realm, String... form) {
        String address = "http://127.0.0.1:" + port + "/realms/" + realm + "/protocol/openid-connect/token";
        return JSON.readTree(send(HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(Browser.query(form)))
                        .build())
                .body());
    }

    String adminToken() {
        return token("master", "grant_type", "password", "client_id", "admin-cli", "username", ADMIN, "password", ADMIN)
                .path("access_token")
                .asString();
    }

    /** Signs tokens with a new, unknown key from now on. */
    void rotateKeys() {
        HttpResponse<String> made =
                send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/admin/realms/gpuaas/components"))
                        .header("Authorization", "Bearer " + adminToken())
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("""
                        {"name": "rotated", "providerId": "ecdsa-generated", "providerType": "org.keycloak.keys.KeyProvider",
                         "config": {"priority": ["200"], "enabled": ["true"], "active": ["true"],
                                    "ecdsaEllipticCurveKey": ["P-256"]}}"""))
                        .build());
        if (made.statusCode() != 201) {
            throw new IllegalStateException("no new key: " + made.statusCode() + " " + made.body());
        }
    }

    /** As an administrator does it: ends every login of the person. */
    void signOut(String subject) {
        HttpResponse<String> done = send(HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/admin/realms/gpuaas/users/" + subject + "/logout"))
                .header("Authorization", "Bearer " + adminToken())
                .POST(BodyPublishers.noBody())
                .build());
        if (done.statusCode() != 204) {
            throw new IllegalStateException("not signed out: " + done.statusCode() + " " + done.body());
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The shell script does not pass signals on, so its children are ended too. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
