package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A demo publishes its stock apps by the commands of any publisher, also when it is killed on the way. */
@Against("PostgreSQL")
class StockAppsTest {

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern VERSION = Pattern.compile("(?m)^version: (\\S+)$");

    @TempDir
    static Path folder = Path.of("set by JUnit");

    @Test
    void aStartThatWasKilledIsContinuedUntilEveryAppIsInTheCatalogueTrustedAndAsPushed() throws IOException {
        try (Installation installation = new Installation(folder)) {
            start(installation);
            Installation.await("two apps", () -> state(installation).matches("publishing, [2-9].*|failed: .*"));
            ProcessHandle publisher = ProcessHandle.of(
                            Long.parseLong(Files.readString(installation.data().resolve("stock-apps.pid"))
                                    .strip()))
                    .orElseThrow();
            // The whole group, as a power cut ends it: the script, and the command that runs at this moment.
            Command.program(Path.of("/bin/kill"), "-KILL", "--", "-" + publisher.pid())
                    .run();
            Installation.awaitEnd(publisher);
            Installation.kill(installation.controlPlane());
            Installation.kill(installation.postmaster());
            assertThat(installation.data().resolve("stock-apps/published")).doesNotExist();
            assertThat(installation.run("status").output()).contains("not running");

            start(installation);
            for (int number = 1; number <= names().size(); number++) {
                int done = number;
                Installation.await(number + " apps", () -> done(installation) >= done);
            }
            assertThat(state(installation)).as(log(installation)).isEqualTo(names().size() + " published");
            assertThat(installation.run("status").output()).contains("stock apps     " + names().size() + " published");

            String tenant = id(installation, "/api/v1/tenants?limit=100", "\"slug\":\"demo\"");
            String project =
                    id(installation, "/api/v1/tenants/" + tenant + "/projects?limit=100", "\"slug\":\"playground\"");
            String catalogue = installation
                    .get("/api/v1/projects/" + project + "/apps?limit=100")
                    .body();
            for (String name : names()) {
                assertThat(catalogue).contains("\"app\":\"stock/" + name + "\"");
                everyProjectMayLaunchWhatWasPushed(installation, project, name);
            }
            assertThat(catalogue.split("\"access\":\"available\"", -1)).hasSize(names().size() + 1);
            everyArtifactWasPublishedOnce(installation);

            anotherRunCallsNoCommand(installation);
        }
    }

    private static void start(Installation installation) {
        Command.Outcome up = installation.tryUpWithDemo("--gpuaas.demo-apps=true");
        assertThat(up.exitCode()).as(up.output()).isZero();
        assertThat(up.output()).contains("publishing stock apps in the background");
    }

    private static void everyProjectMayLaunchWhatWasPushed(Installation installation, String project, String name)
            throws IOException {
        String manifest = Files.readString(apps().resolve(name).resolve("gpuaas.app.yaml"));
        String digest = found(DIGEST, manifest, 0);
        String version = installation
                .get("/api/v1/projects/" + project + "/apps/stock/" + name + "/versions/" + found(VERSION, manifest, 1))
                .body();
        assertThat(version).contains(digest, "\"state\":\"published\"", "\"reviewed\":true", "\"stable\"");
        assertThat(installation
                        .get("/api/v1/projects/" + project + "/launch-decision?digest=" + digest)
                        .body())
                .as(name)
                .contains("\"allowed\":true", "\"policy\":\"strict\"");
    }

    private static void everyArtifactWasPublishedOnce(Installation installation) throws IOException {
        String tenant = id(installation, "/api/v1/tenants?limit=100", "\"slug\":\"stock-apps\"");
        String project = id(installation, "/api/v1/tenants/" + tenant + "/projects?limit=100", "\"slug\":\"releases\"");
        String artifacts = installation
                .get("/api/v1/projects/" + project + "/artifacts?limit=100")
                .body();
        assertThat(artifacts.split("\"digest\"", -1)).hasSize(names().size() + 1);
        assertThat(artifacts.split("\"trust\":\"verified\"", -1)).hasSize(names().size() + 1);
        assertThat(artifacts.split("\"promotion\":\"promoted\"", -1)).hasSize(names().size() + 1);
    }

    /** Each command of the client writes the file. */
    private static void anotherRunCallsNoCommand(Installation installation) throws IOException {
        Path messages = installation.data().resolve("stock-apps/messages");
        FileTime before = Files.getLastModifiedTime(messages);
        Command.Outcome again = Command.program(
                        Command.repository().resolve("tools/publish-stock-apps.sh"),
                        installation.data().toString(),
                        installation.url())
                .run();
        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(again.output()).isEmpty();
        assertThat(Files.getLastModifiedTime(messages)).isEqualTo(before);
    }

    /** Without the process, since that may end between two looks. */
    private static String state(Installation installation) {
        try {
            Path file = installation.data().resolve("stock-apps/state");
            return Files.exists(file) ? Files.readString(file).strip() : "starting";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A failure counts as all of them. */
    private static int done(Installation installation) {
        Matcher progress = Pattern.compile("publishing, (\\d+) of .*|\\d+ published|failed: .*")
                .matcher(state(installation));
        if (!progress.matches()) {
            return 0;
        }
        return progress.group(1) == null ? Integer.MAX_VALUE : Integer.parseInt(progress.group(1));
    }

    private static String log(Installation installation) throws IOException {
        return Files.readString(installation.data().resolve("logs/stock-apps.log"));
    }

    private static String id(Installation installation, String path, String part) {
        String body = installation.get(path).body();
        return found(Pattern.compile("\\{\"id\":\"([^\"]+)\"[^{}]*" + Pattern.quote(part)), body, 1);
    }

    private static String found(Pattern pattern, String text, int group) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(group);
    }

    private static Path apps() {
        return Command.repository().resolve("apps");
    }

    private static List<String> names() throws IOException {
        return Files.readAllLines(apps().resolve("stock-apps.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }
}
