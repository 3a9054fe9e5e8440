package io.gpuaas.cli.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppsCommandTest {

    private static final String PROJECT = "0198c0de-0000-7000-8000-000000000002";

    @TempDir
    Path folder;

    @Test
    void theScaffoldIsCleanAndNeverOverwritten() throws IOException {
        Shell shell = new Shell(folder);
        assertThat(shell.type("apps init my-app")).as(shell.said()).isZero();
        assertThat(shell.type("apps lint my-app/gpuaas.app.yaml"))
                .as(shell.printed())
                .isZero();
        assertThat(shell.printed())
                .startsWith("my-app/gpuaas.app.yaml: valid, sha256:")
                .hasLineCount(1);
        Files.writeString(folder.resolve("my-app/gpuaas.app.yaml"), "mine");
        assertThat(shell.type("apps init my-app")).isEqualTo(2);
        assertThat(folder.resolve("my-app/gpuaas.app.yaml")).hasContent("mine");
    }

    @Test
    void anErrorHasFileLineCodePointerAndExitCode() throws IOException {
        Shell shell = new Shell(folder);
        shell.type("apps init");
        Path file = folder.resolve("gpuaas.app.yaml");
        Files.writeString(file, Files.readString(file).replace("target: /data", "target: /proc/x"));
        assertThat(shell.type("apps lint gpuaas.app.yaml")).isEqualTo(1);
        assertThat(shell.printed())
                .containsPattern("gpuaas.app.yaml:\\d+:\\d+: error forbidden_target /workload/volumes/0/target: ")
                .contains("gpuaas.app.yaml: invalid");
        assertThat(shell.type("apps lint gpuaas.app.yaml --output json")).isEqualTo(1);
        assertThat(shell.printed())
                .containsPattern("\"code\" ?: \"forbidden_target\"")
                .containsPattern("\"valid\" ?: false");
        assertThat(shell.type("apps lint missing.yaml")).isEqualTo(2);
    }

    @Test
    void pinWritesTheDigestOfWhatTheFolderHasAndNothingElse() throws IOException {
        Shell shell = packed();
        Path file = folder.resolve("my-app/gpuaas.app.yaml");
        String before = Files.readString(file);
        assertThat(shell.type("apps pin my-app")).as(shell.said()).isZero();
        Matcher digest = Pattern.compile("sha256:[0-9a-f]{64}").matcher(shell.printed());
        assertThat(digest.find()).as(shell.printed()).isTrue();
        assertThat(file).hasContent(before.replaceFirst("sha256:0{64}", digest.group()));
        assertThat(shell.type("apps pin my-app --output json")).isZero();
        assertThat(shell.printed()).contains("\"changed\":false");
        Files.delete(folder.resolve("my-app/artifacts/main/index.json"));
        Files.move(folder.resolve("my-app/artifacts/main"), folder.resolve("my-app/artifacts/other"));
        assertThat(shell.type("apps pin my-app")).isEqualTo(2);
        assertThat(shell.said()).contains("names no artifact");
    }

    @Test
    void aPushWithAnotherDigestOrErrorsSendsNothing() throws IOException {
        try (FakeServer server = new FakeServer()) {
            Shell shell = packed().set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "t");
            assertThat(shell.type("apps push my-app --project " + PROJECT)).isEqualTo(2);
            assertThat(shell.said()).contains("Artifact 'main'", "0000", "gpuaas apps pin my-app");
            shell.type("apps pin my-app");
            Path file = folder.resolve("my-app/gpuaas.app.yaml");
            Files.writeString(file, Files.readString(file).replace("/data", "/proc/x"));
            assertThat(shell.type("apps push my-app --project " + PROJECT)).isEqualTo(2);
            assertThat(shell.said()).contains("forbidden_target", "line ");
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void aRepeatedPushTakesOnlyTheStepsThatAreMissing() throws IOException {
        try (FakeServer server = new FakeServer()) {
            Shell shell = packed().set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "t");
            shell.type("apps pin my-app --output json");
            Matcher digest = Pattern.compile("sha256:[0-9a-f]{64}").matcher(shell.printed());
            assertThat(digest.find()).isTrue();
            shell.type("apps lint my-app/gpuaas.app.yaml --output json");
            Matcher manifest = Pattern.compile("sha256:[0-9a-f]{64}").matcher(shell.printed());
            assertThat(manifest.find()).isTrue();
            String base = "/api/v1/projects/" + PROJECT;
            server.answers(
                    "GET " + base + "/artifacts?app=my-publisher%2Fmy-app&limit=200",
                    200,
                    "{\"items\":[" + artifact("verified", digest.group()) + "]}");
            server.answers("GET " + base + "/artifacts/" + PROJECT + "/verification", 200, """
                    {"artifact_id":"%1$s","tenant_id":"%1$s","digest":"%2$s","trust":"verified","promotion":"published",
                     "quarantined":false,"pending":false,"signatures_required":1,"evidence":[],"rejected":[],
                     "referrers":[]}""".formatted(
                            PROJECT, digest.group()));
            String version = base + "/apps/my-publisher/my-app/versions/0.1.0";
            server.answers("GET " + version, 200, appVersion("draft", manifest.group()));
            server.answers("POST " + base + "/app-versions", 201, appVersion("draft", manifest.group()));
            server.answers("POST " + version + "/submit", 200, appVersion("submitted", manifest.group()));
            assertThat(shell.type("apps push my-app --submit --project " + PROJECT))
                    .as(shell.said() + server.received())
                    .isZero();
            assertThat(shell.printed()).contains("submitted");
            int first = server.received().size();
            server.answers("GET " + version, 200, appVersion("approved", manifest.group()));
            assertThat(shell.type("apps push my-app --submit --project " + PROJECT))
                    .as(shell.said())
                    .isZero();
            assertThat(shell.printed()).contains("approved");
            assertThat(server.received().subList(first, server.received().size()))
                    .noneMatch(one -> one.request().startsWith("POST"));
        }
    }

    @Test
    void submittingNamesTheArtifactsThatAreNotSigned() throws IOException {
        try (FakeServer server = new FakeServer()) {
            Shell shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "t");
            String base = "/api/v1/projects/" + PROJECT;
            String artifact =
                    "{\"name\":\"main\",\"kind\":\"oci_image\",\"digest\":\"d\",\"artifact_id\":\"" + PROJECT + "\"}";
            server.answers(
                    "POST " + base + "/apps/my-publisher/my-app/versions/0.1.0/submit",
                    200,
                    appVersion("submitted", "d").replace("\"artifacts\":[]", "\"artifacts\":[" + artifact + "]"));
            server.answers("GET " + base + "/artifacts/" + PROJECT, 200, artifact("unverified", "d"));
            assertThat(shell.type("apps submit my-publisher/my-app 0.1.0 --project " + PROJECT))
                    .as(shell.said())
                    .isZero();
            assertThat(shell.said())
                    .contains("Artifact 'main' is unverified", "gpuaas artifacts sign " + PROJECT + " --key FILE");
            server.answers("GET " + base + "/artifacts/" + PROJECT, 200, artifact("verified", "d"));
            assertThat(shell.type("apps submit my-publisher/my-app 0.1.0 --project " + PROJECT))
                    .isZero();
            assertThat(shell.said()).isEmpty();
        }
    }

    private static String artifact(String trust, String digest) {
        return """
                {"id":"%1$s","publisher_id":"%1$s","app":"my-publisher/my-app","version":"0.1.0","name":"main",
                 "kind":"oci_image","digest":"%3$s","media_type":"m","size_bytes":1,"platforms":[],
                 "registry_url":"http://127.0.0.1","repository":"r","trust":"%2$s","promotion":"published",
                 "published_at":"2026-01-01T00:00:00Z","published_by":"x"}""".formatted(PROJECT, trust, digest);
    }

    private static String appVersion(String state, String digest) {
        return """
                {"id":"%1$s","app":"my-publisher/my-app","version":"0.1.0","state":"%2$s","digest":"%3$s","profile":"p",
                 "title":"t","summary":"s","reviewed":false,"suspended":false,"artifacts":[],"findings":[],"channels":[],
                 "created_at":"2026-01-01T00:00:00Z"}""".formatted(PROJECT, state, digest);
    }

    /** The folder of an app with an image, whose digest the manifest does not name yet. */
    private Shell packed() throws IOException {
        Shell shell = new Shell(folder);
        shell.type("apps init my-app");
        Files.createDirectories(folder.resolve("root"));
        Files.writeString(folder.resolve("root/file"), "content");
        Files.createDirectories(folder.resolve("my-app/artifacts"));
        assertThat(shell.type("artifacts pack root my-app/artifacts/main"))
                .as(shell.said())
                .isZero();
        return shell;
    }
}
