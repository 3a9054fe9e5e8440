package io.gpuaas.controlplane.joining;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The join script and its packages as a host meets them: the real script run by the real shell against the real control
 * plane. The agent in the archive is a script that notes what it was given.
 */
@Against("PostgreSQL")
class JoiningTest {

    private static final String SECRET = "gpj1.0198c0de-0000-7000-8000-000000000007.abcdefghijklmnopqrstuvwxyz.";

    private static final String AGENT = """
            #!/bin/sh
            home=$(cd "$(dirname "$0")/.." && pwd)
            case $1 in
              enroll)
                echo "$*" >"$home/arguments"
                cat >"$home/input"
                env >"$home/environment"
                while [ "$1" != --state ]; do shift; done
                mkdir -p "$2"
                echo '{}' >"$2/identity.json"
                ;;
              status | check) echo "agent $1" ;;
            esac
            """;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @SuppressWarnings("NullAway.Init")
    private static Path archive;

    @TempDir
    static Path folder;

    @TempDir
    Path host;

    @SuppressWarnings("NullAway.Init")
    JoiningTest() {}

    @BeforeAll
    static void start() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        archive = packages.resolve("gpuaas-agent-1.2.3-linux-x86_64.tar.gz");
        pack(archive);
        Files.writeString(packages.resolve("gpuaas-agent-1.2.3-linux-x86_64.deb"), "a package");
        Files.writeString(packages.resolve("secret.txt"), "nobody's business");
        Files.writeString(folder.resolve("outside"), "nobody's business");
        plane = TestControlPlane.start(Map.of("gpuaas.nodes.packages-folder", packages.toString()));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static void pack(Path file) throws Exception {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Path agent = Files.createDirectories(tree.resolve("bin")).resolve("gpuaas-agent");
        Files.writeString(agent, AGENT);
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(tree.resolve("versions/1.2.3"));
        Files.createSymbolicLink(tree.resolve("current"), Path.of("versions/1.2.3"));
        Process tar = new ProcessBuilder("tar", "-C", tree.toString(), "-czf", file.toString(), ".")
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
    }

    private record Run(int code, String output) {}

    private static JsonNode line() {
        Reply reply = plane.admin().get("/api/v1/nodes/join-line");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private static String token() {
        return SECRET + line().path("authority_sha256").asString();
    }

    /** Runs the served script with this on standard input; programs in the host's folder come before the system's. */
    private Run join(String input, String... options) throws Exception {
        return join(Map.of(), input, options);
    }

    private Run join(Map<String, String> environment, String input, String... options) throws Exception {
        Path script = host.resolve("gpuaas-join.sh");
        Files.writeString(script, plane.anonymous().get("/join").body());
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().merge("PATH", host.resolve("programs").toString(), (path, first) -> first + ":" + path);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (var out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The script ended without reading, which some of these tests are about.
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private Run joinBelow(String input) throws Exception {
        return join(input, "--prefix", root().toString());
    }

    private Path root() {
        return host.resolve("root");
    }

    private Path install() {
        return root().resolve("opt/gpuaas-agent");
    }

    private void program(String name, String body) throws IOException {
        Path file = Files.createDirectories(host.resolve("programs")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void theLineHasTheDigestOfTheScriptThatEverybodyGets() {
        JsonNode line = line();
        String script = plane.anonymous().get("/join").body();
        String digest = Digests.hexSha256(script.getBytes(StandardCharsets.UTF_8));
        assertThat(line.path("script_sha256").asString()).isEqualTo(digest);
        assertThat(line.path("line").asString())
                .contains(digest, "/join", "sha256sum -c")
                .doesNotContain("gpj1.");
        assertThat(plane.anonymous().get("/join").body()).isEqualTo(script);
        assertThat(script).contains(line.path("node_server").asString()).doesNotContain("@VERSION@");
    }

    @Test
    void aHostJoinsAndTheTokenIsInNoArgumentAndNoVariable() throws Exception {
        Run run = joinBelow(token() + "\n");
        assertThat(run.code()).as(run.output()).isZero();
        assertThat(install().resolve("input")).content().isEqualTo(token() + "\n");
        assertThat(install().resolve("arguments"))
                .content()
                .contains("--token -", line().path("node_server").asString())
                .doesNotContain("gpj1.");
        assertThat(install().resolve("environment")).content().doesNotContain("gpj1.");
        assertThat(run.output()).contains("agent check").doesNotContain("gpj1.");
    }

    @Test
    void aSecondRunChangesNothingAndSaysWhy() throws Exception {
        assertThat(joinBelow(token() + "\n").code()).isZero();
        Files.delete(install().resolve("arguments"));
        Run again = joinBelow(token() + "\n");
        assertThat(again.code()).as(again.output()).isZero();
        assertThat(again.output()).contains("enrolled already");
        assertThat(install().resolve("arguments")).doesNotExist();
    }

    @Test
    void aTamperedArchiveIsNotInstalled() throws Exception {
        program(
                "curl",
                "for last in \"$@\"; do [ \"${previous:-}\" != -o ] || out=$last; previous=$last; done\n"
                        + "echo evil >\"$out\"");
        Run run = joinBelow(token() + "\n");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("is not the one this script was made for", "Nothing was installed");
        assertThat(install()).doesNotExist();
        try (var left = Files.list(root().resolve("opt"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void tokensThatCannotWorkAreRefusedBeforeTheyAreSent() throws Exception {
        assertThat(joinBelow(SECRET + "0".repeat(64) + "\n"))
                .satisfies(run -> assertThat(run.code()).isEqualTo(1))
                .satisfies(run -> assertThat(run.output()).contains("belongs to another installation"));
        assertThat(joinBelow("").output()).contains("no join token was given");
        assertThat(joinBelow("hello\n").output()).contains("not a join token");
        assertThat(install().resolve("arguments")).doesNotExist();
    }

    @Test
    void aHostThatCannotRunTheAgentIsToldWhy() throws Exception {
        program("uname", "[ \"$1\" != -m ] || { echo riscv64; exit; }; echo Linux");
        assertThat(joinBelow(token() + "\n").output()).contains("no agent for riscv64, only for: x86_64");
        program("uname", "[ \"$1\" != -s ] || { echo FreeBSD; exit; }; echo x86_64");
        assertThat(joinBelow(token() + "\n").output()).contains("Linux only");
        program("uname", "[ \"$1\" != -m ] || { echo x86_64; exit; }; echo Linux");
        program("df", "printf 'h\\nd 1 1 1024 1 /\\n'");
        assertThat(joinBelow(token() + "\n").output()).contains("1 MiB of free space");
        program("id", "echo 1000");
        Run user = join(token() + "\n");
        assertThat(user.code()).isEqualTo(1);
        assertThat(user.output()).contains("needs root");
    }

    @Test
    void aDownloadThatFailsNamesTheProxySettings() throws Exception {
        Run run = join(token() + "\n", "--prefix", root().toString(), "--from", "http://127.0.0.1:1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("could not download", "http_proxy");
    }

    @Test
    void theDownloadGoesThroughTheProxyOfTheEnvironment() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            byte[] bytes = Files.readAllBytes(archive);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        proxy.start();
        try {
            String address = "http://127.0.0.1:" + proxy.getAddress().getPort();
            Run run = join(
                    Map.of("http_proxy", address, "no_proxy", ""),
                    token() + "\n",
                    "--prefix",
                    root().toString(),
                    "--from",
                    "http://control-plane.invalid");
            assertThat(run.code()).as(run.output()).isZero();
            assertThat(asked).containsExactly("http://control-plane.invalid/join/" + archive.getFileName());
            assertThat(install().resolve("arguments")).exists();
        } finally {
            proxy.stop(0);
        }
    }

    @Test
    void packagesAreServedByTheirNamesAndNothingElseIs() throws Exception {
        ApiClient anonymous = plane.anonymous();
        Reply sums = anonymous.get("/join/SHA256SUMS");
        assertThat(sums.body())
                .contains(Digests.hexSha256(Files.readAllBytes(archive)) + "  " + archive.getFileName())
                .doesNotContain("secret.txt");
        Reply deb = anonymous.get("/join/gpuaas-agent-1.2.3-linux-x86_64.deb");
        assertThat(deb.body()).isEqualTo("a package");
        assertThat(anonymous
                        .get("/join/gpuaas-agent-1.2.3-linux-x86_64.deb", "If-None-Match", deb.header("ETag"))
                        .status())
                .isEqualTo(304);
        for (String path : List.of(
                "/join/secret.txt", "/join/", "/join/../outside", "/join/%2e%2e/outside", "/join/..%2foutside")) {
            Reply reply = anonymous.get(path);
            assertThat(reply.status()).as(path + ": " + reply.body()).isBetween(400, 404);
            assertThat(reply.body()).doesNotContain("nobody's business");
        }
        assertThat(anonymous.send("POST", "/join", "x").status()).isEqualTo(405);
        assertThat(anonymous.get("/api/v1/nodes/join-line").status()).isEqualTo(401);
    }

    @Test
    void checksOfANodeAreKeptAndWhatIsNoTextOfOneLineIsRefused() {
        TestNode node = TestNode.enrolled(plane);
        String address = "/api/v1/nodes/" + node.id() + "/checks";
        assertThat(plane.admin().get(address).json().path("checks")).isEmpty();
        assertThat(report(node, check("a", "ok", "fine") + "," + check("b", "failed", "bad"))
                        .status())
                .isEqualTo(200);

        JsonNode kept = plane.admin().get(address).json();
        assertThat(kept.path("agent_version").asString()).isEqualTo("9.9");
        assertThat(kept.path("checks").path(0).path("name").asString())
                .as("worst first")
                .isEqualTo("b");
        assertThat(report(node, check("c", "ok", "new")).status()).isEqualTo(200);
        assertThat(plane.admin().get(address).json().path("checks")).hasSize(1);

        for (String hostile : List.of(
                check("a", "ok", "clear \\u001b[2J"),
                check("a", "ok", "\\u202egnp.exe"),
                check("a", "ok", "x".repeat(501)),
                check("a", "splendid", "fine"),
                check("A b", "ok", "fine"),
                (check("a", "ok", "fine") + ",").repeat(HostChecks.CHECKS_MAX) + check("a", "ok", "fine"))) {
            assertThat(report(node, hostile).status()).as(hostile).isEqualTo(400);
        }
        assertThat(plane.admin()
                        .get(address)
                        .json()
                        .path("checks")
                        .path(0)
                        .path("name")
                        .asString())
                .isEqualTo("c");
        assertThat(node.send("POST", "/node/v1/checks?sha256=" + "0".repeat(64), "{}")
                        .status())
                .isEqualTo(400);
        assertThat(plane.admin()
                        .get("/api/v1/nodes/0198c0de-0000-7000-8000-0000000000ff/checks")
                        .status())
                .isEqualTo(404);
    }

    private static String check(String name, String state, String finding) {
        return "{\"name\":\"%s\",\"state\":\"%s\",\"finding\":\"%s\"}".formatted(name, state, finding);
    }

    private static TestNode.Reply report(TestNode node, String checks) {
        String body = "{\"agent_version\":\"9.9\",\"checks\":[" + checks + "]}";
        return node.send(
                "POST", "/node/v1/checks?sha256=" + Digests.hexSha256(body.getBytes(StandardCharsets.UTF_8)), body);
    }
}
