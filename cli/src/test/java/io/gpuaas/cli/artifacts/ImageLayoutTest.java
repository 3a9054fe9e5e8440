package io.gpuaas.cli.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.sdk.ArtifactKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layers are unpacked by the system's tar. */
class ImageLayoutTest {

    private static final ImageLayout.Settings SETTINGS = new ImageLayout.Settings(
            "amd64", List.of("/bin/server", "8000"), List.of(8000), Map.of("z", "1", "a", "2"));
    private static final String LONG = "a".repeat(60) + "/" + "b".repeat(60);

    @TempDir
    Path folder;

    @Test
    void theSameContentGivesTheSameDigestWhateverItsDatesAndOrder() throws IOException {
        Path one = tree("one", List.of("bin/server", "etc/config", LONG));
        Path other = tree("other", List.of(LONG, "etc/config", "bin/server"));
        Files.setLastModifiedTime(other.resolve("bin/server"), FileTime.fromMillis(1));
        String digest = ImageLayout.write(one, folder.resolve("l1"), SETTINGS);
        assertThat(ImageLayout.write(other, folder.resolve("l2"), SETTINGS)).isEqualTo(digest);
        Files.writeString(other.resolve("etc/config"), "changed");
        assertThat(ImageLayout.write(other, folder.resolve("l3"), SETTINGS)).isNotEqualTo(digest);
    }

    @Test
    void theLayoutIsPushedWithTheDigestThatWasReported() throws Exception {
        Path root = tree("root", List.of("bin/server", "etc/config", LONG));
        Files.createSymbolicLink(root.resolve("server"), Path.of("bin/server"));
        String digest = ImageLayout.write(root, folder.resolve("layout"), SETTINGS);
        try (LocalContent content = LocalContent.of(folder.resolve("layout"), ArtifactKind.OCI_IMAGE)) {
            assertThat(content.digest()).isEqualTo(digest);
            assertThat(content.blobs()).hasSize(2);
            assertThat(content.blobs().getFirst().file())
                    .content()
                    .contains("\"architecture\"", "8000/tcp", "\"Entrypoint\"")
                    .containsSubsequence("\"a\"", "\"z\"");
            unpack(content.blobs().getLast().file());
        }
        Path there = folder.resolve("unpacked");
        assertThat(there.resolve("bin/server"))
                .hasContent("content of bin/server")
                .isExecutable();
        assertThat(there.resolve("etc/config")).hasContent("content of etc/config");
        assertThat(Files.isExecutable(there.resolve("etc/config"))).isFalse();
        assertThat(there.resolve(LONG)).hasContent("content of " + LONG);
        assertThat(Files.readSymbolicLink(there.resolve("server"))).isEqualTo(Path.of("bin/server"));
    }

    @Test
    void aLayoutNeverOverwritesNorContainsItself() throws IOException {
        Path root = tree("root", List.of("file"));
        assertThatThrownBy(() -> ImageLayout.write(root, root.resolve("layout"), SETTINGS))
                .hasMessageContaining("outside");
        Path used = tree("used", List.of("file"));
        assertThatThrownBy(() -> ImageLayout.write(root, used, SETTINGS)).hasMessageContaining("not empty");
        assertThatThrownBy(() -> ImageLayout.write(folder.resolve("absent"), folder.resolve("l"), SETTINGS))
                .hasMessageContaining("not found");
    }

    private Path tree(String name, List<String> files) throws IOException {
        Path root = folder.resolve(name);
        for (String file : files) {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, "content of " + file);
            if (file.startsWith("bin/")) {
                assertThat(path.toFile().setExecutable(true)).isTrue();
            }
        }
        return root;
    }

    private void unpack(Path layer) throws Exception {
        Path there = Files.createDirectories(folder.resolve("unpacked"));
        Process tar = new ProcessBuilder("tar", "-xf", layer.toString(), "-C", there.toString())
                .inheritIO()
                .start();
        assertThat(tar.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(tar.exitValue()).isZero();
    }
}
