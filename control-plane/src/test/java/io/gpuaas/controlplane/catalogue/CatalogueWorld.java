package io.gpuaas.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.registry.RegistryClient;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A publisher's tenant with a namespace, and everything its people do by public operations. */
final class CatalogueWorld {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String MANIFEST = """
            schema: gpuaas.app/v1
            app: %s
            version: %s
            profile: gpuaas.launchable_oci_workload/v1
            title: Notebook
            summary: A notebook in the browser.
            artifacts:
              main: { kind: oci_image, digest: "%s" }
            parameters:
              type: object
              properties:
                model: { type: string, maxLength: 200, pattern: "^[A-Za-z0-9._/-]+$", default: tiny }
                max_len: { type: integer, minimum: 512, maximum: 131072, default: 8192 }
            placement:
              roles:
                server: { allocations: { min: 1, max: 1 } }
            workload:
              role: server
              image: main
              arguments: ["--model", "${parameters.model}"]
              environment: { HF_HOME: /data/hf }
              ports:
                http: { port: 8000, protocol: http1 }
              volumes: [{ name: data, target: /data, kind: scratch, size_gib: 20 }]
            routes:
              api: { family: api, port: http, paths: ["/*"] }
            tests:
              - name: answers
                steps:
                  - wait: running
            """;

    final TestControlPlane plane;
    final String tenant;
    final String project;
    final String namespace;
    final ApiClient publisher;

    CatalogueWorld(TestControlPlane plane) {
        this.plane = plane;
        tenant = plane.admin().createTenant();
        project = plane.admin().createProject(tenant);
        namespace = "n" + UUID.randomUUID().toString().substring(0, 8);
        Reply made = plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, tenant))
                .post(
                        "/api/v1/tenants/" + tenant + "/publishers",
                        "{\"namespace\":\"" + namespace + "\",\"name\":\"Acme\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        publisher = plane.client(plane.principals().inProject(Role.PROJECT_ADMIN, tenant, project));
    }

    /** Pushes an image for an app of this publisher and publishes it; returns its digest. */
    String publishImage(String app, String version) {
        String intents = "/api/v1/projects/" + project + "/publish-intents";
        JsonNode intent = publisher
                .post(
                        intents,
                        "{\"app\":\"" + app + "\",\"version\":\"" + version
                                + "\",\"artifacts\":[{\"name\":\"main\",\"kind\":\"oci_image\"}]}")
                .json();
        RegistryClient client = new RegistryClient(
                intent.path("registry_url").asString(),
                intent.path("repository").asString(),
                "Bearer " + intent.path("secret").asString());
        byte[] config = ("{\"os\":\"linux\",\"architecture\":\"amd64\",\"id\":\"" + UUID.randomUUID() + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config);
        assertThat(client.putManifest("v1", image).status()).isEqualTo(201);
        String digest = RegistryClient.digest(image);
        Reply done = publisher.post(
                intents + "/" + intent.path("id").asString() + "/complete",
                "{\"artifacts\":[{\"name\":\"main\",\"digest\":\"" + digest + "\"}]}");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        return digest;
    }

    static String manifest(String app, String version, String digest) {
        return MANIFEST.replaceFirst("%s", app).replaceFirst("%s", version).replaceFirst("%s", digest);
    }

    Reply create(String manifest) {
        return create(publisher, manifest);
    }

    Reply create(ApiClient caller, String manifest) {
        return caller.post("/api/v1/projects/" + project + "/app-versions", body(manifest));
    }

    static String body(String manifest) {
        return "{\"manifest\":" + JSON.writeValueAsString(manifest) + "}";
    }

    String versionPath(String app, String version) {
        return "/api/v1/projects/" + project + "/apps/" + app + "/versions/" + version;
    }

    Reply act(String app, String version, String act, @Nullable String body) {
        return publisher.post(versionPath(app, version) + "/" + act, body);
    }

    /** An app with a submitted version 1.0.0. */
    String submitted(String name) {
        String app = namespace + "/" + name;
        String digest = publishImage(app, "1.0.0");
        assertThat(create(manifest(app, "1.0.0", digest)).status()).isEqualTo(201);
        assertThat(act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");
        return app;
    }

    /** A public app with version 1.0.0 reviewed and published in channel stable. */
    String published(String name) {
        String app = submitted(name);
        ApiClient reviewer = reviewer();
        assertThat(reviewer.post(review(app, "1.0.0") + "/start", null).status())
                .isEqualTo(200);
        Reply decided = reviewer.post(review(app, "1.0.0") + "/decide", approval(readDigest(reviewer, app, "1.0.0")));
        assertThat(decided.text("state")).as(decided.body()).isEqualTo("approved");
        makePublic(app);
        assertThat(act(app, "1.0.0", "publish", "{\"channel\":\"stable\"}").text("state"))
                .isEqualTo("published");
        return app;
    }

    void makePublic(String app) {
        assertThat(publisher
                        .put(
                                "/api/v1/projects/" + project + "/apps/" + app,
                                "{\"visibility\":\"public\",\"categories\":[\"notebooks\"]}")
                        .status())
                .isEqualTo(200);
    }

    ApiClient reviewer() {
        return plane.client(plane.principals().onPlatform(Role.REVIEWER));
    }

    static String review(String app, String version) {
        return "/api/v1/app-reviews/" + app + "/" + version;
    }

    /** The digest of the content that a reviewer reads now. */
    static String readDigest(ApiClient reviewer, String app, String version) {
        return reviewer.get(review(app, version)).json().at("/version/digest").asString();
    }

    static String approval(String digest, String... agreed) {
        return "{\"outcome\":\"approve\",\"message\":\"Looked at everything.\",\"digest\":\"" + digest
                + "\",\"agreed\":" + JSON.writeValueAsString(agreed) + "}";
    }

    static String decision(String outcome, String... agreed) {
        return "{\"outcome\":\"" + outcome + "\",\"message\":\"Looked at everything.\",\"agreed\":"
                + JSON.writeValueAsString(agreed) + "}";
    }
}
