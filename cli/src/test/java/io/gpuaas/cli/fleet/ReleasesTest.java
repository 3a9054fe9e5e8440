package io.gpuaas.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.Shell;
import io.gpuaas.kernel.ReleaseKeys;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Releases are signed without any server. */
class ReleasesTest {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Shell shell;

    private Path file(String name) {
        return folder.resolve(name);
    }

    private void jar(String version) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!version.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        try (OutputStream out = Files.newOutputStream(file("agent.jar"));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
    }

    @Test
    void aDraftCollectsSignaturesOfKeysThatStayWithTheirHolders() throws Exception {
        shell = new Shell(folder);
        jar("1.2.3");
        List<ReleaseKeys.Key> keys = new ArrayList<>();
        for (String name : List.of("ada", "bob")) {
            assertThat(shell.type("releases keygen --key-id " + name + " --out " + file(name + ".key")))
                    .isZero();
            JsonNode shown = JsonMapper.builder()
                    .build()
                    .readTree(shell.printed().strip().lines().toList().getLast());
            keys.add(new ReleaseKeys.Key(name, shown.path("public_key").asString()));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(name + ".key"))))
                    .isEqualTo("rw-------");
        }
        ReleaseKeys both = ReleaseKeys.of(2, keys);
        assertThat(shell.type("releases draft " + file("agent.jar") + " --days 30 --out " + file("r")))
                .isZero();
        assertThat(ReleaseFile.read(file("r")).manifest()).contains("\"version\":\"1.2.3\"");
        sign("ada");
        assertThat(isReleased(both)).isFalse();
        sign("ada");
        assertThat(isReleased(both)).as("twice the same").isFalse();
        sign("bob");
        assertThat(isReleased(both)).isTrue();
    }

    private void sign(String name) {
        assertThat(shell.type("releases sign " + file("r") + " --key-id " + name + " --key " + file(name + ".key")))
                .isZero();
    }

    private boolean isReleased(ReleaseKeys keys) throws Exception {
        ReleaseFile release = ReleaseFile.read(file("r"));
        return keys.isReleased(release.manifest().getBytes(StandardCharsets.UTF_8), release.signatures());
    }

    @Test
    void aProgramThatDoesNotSayItsVersionIsNotReleased() throws Exception {
        shell = new Shell(folder);
        jar("");
        assertThat(shell.type("releases draft " + file("agent.jar") + " --out " + file("r")))
                .isNotZero();
        assertThat(file("r")).doesNotExist();
    }
}
