package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Against("PostgreSQL")
class DemoTest {

    private static final Pattern WORDS = Pattern.compile("\\s+");

    @Test
    void anEmptyInstallationGetsPeopleWhoCanSignIn(@TempDir Path data) throws IOException {
        try (TestControlPlane plane =
                TestControlPlane.start(Map.of("gpuaas.demo", "true", "gpuaas.data-dir", data.toString()))) {
            List<String> people = Files.readAllLines(data.resolve("first-login")).stream()
                    .filter(line -> line.startsWith("demo: "))
                    .toList();
            assertThat(people).hasSize(4);
            for (String line : people) {
                List<String> words = WORDS.splitAsStream(line).toList();
                Browser browser = new Browser(plane.port());
                Browser.Reply page = browser.follow(browser.get("/auth/login"));
                browser.follow(browser.submit(page, 0, "username", words.get(1), "password", words.get(2)));
                assertThat(browser.get("/api/v1/me").body()).contains("\"role\":\"" + words.get(3) + "\"");
            }
            assertThat(plane.database().count("SELECT count(*) FROM identity.project WHERE slug = 'playground'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void theMemberHasTheKeyThatWasMadeBeforeTheFirstStartUntilSomebodyRemovesIt(@TempDir Path data) throws IOException {
        String key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILmxeDNGq6nXxNLwsuqrMj3ZEotXgLvh2LeyP0rCsXkX gpuaas-demo";
        Files.writeString(data.resolve("demo-key.pub"), key + "\n");
        Map<String, String> settings = Map.of("gpuaas.demo", "true", "gpuaas.data-dir", data.toString());
        try (TestControlPlane plane = TestControlPlane.start(settings)) {
            assertThat(plane.database().count("""
                    SELECT count(*) FROM access.ssh_key k JOIN identity.principal p ON p.id = k.principal_id
                    WHERE p.display_name = 'Mika Member' AND k.name = 'demo' AND k.comment = 'gpuaas-demo'""")).isEqualTo(1);

            plane.database().execute("DELETE FROM access.ssh_key");
            try (TestControlPlane again = plane.startTwin(settings)) {
                assertThat(again.database().count("SELECT count(*) FROM access.ssh_key"))
                        .isZero();
            }
        }
    }

    @Test
    void withoutTheSettingThereIsOnlyTheAdministrator(@TempDir Path data) throws IOException {
        try (TestControlPlane plane = TestControlPlane.start(Map.of("gpuaas.data-dir", data.toString()))) {
            assertThat(Files.readString(data.resolve("first-login"))).doesNotContain("demo");
            assertThat(plane.database().count("SELECT count(*) FROM identity.tenant"))
                    .isZero();
        }
    }
}
