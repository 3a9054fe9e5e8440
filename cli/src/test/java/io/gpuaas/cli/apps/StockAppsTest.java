package io.gpuaas.cli.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.Shell;
import io.gpuaas.manifest.Manifest;
import io.gpuaas.manifest.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests of the folder apps/ and the images that they name. */
class StockAppsTest {

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    @TempDir
    Path folder;

    /** A line of stock-apps.txt. */
    record Line(String name, String categories, int port) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Line> lines() throws IOException {
        try (Stream<String> lines = Files.lines(StandIn.APPS.resolve("stock-apps.txt"))) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" +", -1))
                    .map(words -> new Line(words[0], words[1], Integer.parseInt(words[2])))
                    .toList();
        }
    }

    @Test
    void everyManifestIsListedOnce() throws IOException {
        try (Stream<Path> folders = Files.list(StandIn.APPS)) {
            List<String> manifests = folders.filter(path -> Files.exists(path.resolve(AppFolder.MANIFEST)))
                    .map(path -> path.getFileName().toString())
                    .toList();
            assertThat(lines()).extracting(Line::name).containsExactlyInAnyOrderElementsOf(manifests);
            assertThat(manifests).hasSizeGreaterThanOrEqualTo(10);
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void theManifestHasNoFindingAndDescribesAWholeApp(Line line) throws IOException {
        Shell shell = new Shell(folder);
        Path file = StandIn.APPS.resolve(line.name()).resolve(AppFolder.MANIFEST);
        assertThat(shell.run("apps", "lint", file.toString()))
                .as(shell.printed())
                .isZero();
        assertThat(shell.printed()).contains("valid, sha256:").hasLineCount(1);
        Manifest manifest = manifest(line);
        assertThat(manifest.app()).isEqualTo("stock/" + line.name());
        assertThat(manifest.document().members())
                .containsKeys("summary", "license", "links", "requires", "parameters", "upgrade", "tests");
        Manifest.Workload workload = manifest.workload();
        if (workload != null) {
            assertThat(workload.command()).as("the stand-in has an entry point").isEmpty();
            Manifest.Probe ready = Objects.requireNonNull(workload.ready(), "ready");
            assertThat(workload.live()).isNotNull();
            assertThat(workload.ports().get(ready.port()))
                    .extracting(Manifest.Port::number)
                    .isEqualTo(line.port());
        } else {
            assertThat(manifest.document().members()).containsKeys("controller", "credentials", "operations");
            assertThat(line.port()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void theManifestNamesTheDigestOfTheImageThatIsMadeFromTheRepository(Line line) throws IOException {
        Manifest manifest = manifest(line);
        Path root = folder.resolve("root");
        StandIn.write(root, manifest.title(), manifest.version().toString());
        Shell shell = new Shell(folder);
        int code = shell.run(Stream.of(
                        Stream.of("artifacts", "pack", "root", "layout", "--entrypoint", "/stand-in"),
                        line.port() == 0
                                ? Stream.<String>of()
                                : Stream.of("--entrypoint", "" + line.port(), "--port", "" + line.port()),
                        Stream.of("--label", "org.opencontainers.image.title=Stand-in for " + manifest.title()),
                        Stream.of("--label", "org.opencontainers.image.version=" + manifest.version()),
                        Stream.of("--label", "io.gpuaas.app=" + manifest.app()),
                        Stream.of("--label", "io.gpuaas.stand-in=true"))
                .flatMap(words -> words)
                .toArray(String[]::new));
        assertThat(code).as(shell.said()).isZero();
        Matcher digest = DIGEST.matcher(shell.printed());
        assertThat(digest.find()).as(shell.printed()).isTrue();
        Map<String, Manifest.Artifact> artifacts = manifest.artifacts();
        assertThat(artifacts.values())
                .extracting(Manifest.Artifact::digest)
                .as("write this digest into apps/%s/%s", line.name(), AppFolder.MANIFEST)
                .containsExactly(digest.group());
    }

    private static Manifest manifest(Line line) throws IOException {
        byte[] bytes = Files.readAllBytes(StandIn.APPS.resolve(line.name()).resolve(AppFolder.MANIFEST));
        return Manifests.lint(bytes).manifest().orElseThrow();
    }
}
