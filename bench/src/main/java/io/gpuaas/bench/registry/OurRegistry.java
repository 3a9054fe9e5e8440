package io.gpuaas.bench.registry;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Our registry in a process of its own, with an intent to push under. */
final class OurRegistry {

    private static final String DATABASE = "registry";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ControlPlaneProcess process;

    private OurRegistry(ControlPlaneProcess process) {
        this.process = process;
    }

    static OurRegistry start(Workspace workspace) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        return new OurRegistry(new Launcher(workspace, database, DATABASE)
                .startApart(
                        "api,registry",
                        workspace.installation().controlPlaneJar(),
                        "registry",
                        List.of("--gpuaas.registry.port=" + Launcher.freePort())));
    }

    long pid() {
        return process.pid();
    }

    RegistryPeer peer() throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            String tenant = post(http, "/api/v1/tenants", "{\"slug\":\"bench\",\"name\":\"Bench\"}")
                    .path("id")
                    .asString();
            String project = post(
                            http, "/api/v1/tenants/" + tenant + "/projects", "{\"slug\":\"bench\",\"name\":\"Bench\"}")
                    .path("id")
                    .asString();
            post(http, "/api/v1/tenants/" + tenant + "/publishers", "{\"namespace\":\"bench\",\"name\":\"Bench\"}");
            JsonNode intent = post(
                    http,
                    "/api/v1/projects/" + project + "/publish-intents",
                    "{\"app\":\"bench/image\",\"version\":\"1\",\"artifacts\":[{\"name\":\"a\",\"kind\":\"oci_image\"}]}");
            return new RegistryPeer(
                    "ours",
                    intent.path("registry_url").asString(),
                    intent.path("repository").asString(),
                    "Bearer " + intent.path("secret").asString());
        }
    }

    private JsonNode post(HttpClient http, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.port() + path))
                        .header("Authorization", "Bearer " + process.firstLoginToken())
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body());
    }
}
