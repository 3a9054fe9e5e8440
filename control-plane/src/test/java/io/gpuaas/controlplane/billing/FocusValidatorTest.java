package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * The export before the validator of the FinOps Foundation. Its newest release knows FOCUS up to 1.0, and still has the
 * names five columns had in drafts of it; they are renamed for it, and for it alone.
 */
@Tag("full")
@Against("focus-validator")
class FocusValidatorTest {

    private static final Map<String, String> DRAFT_NAMES = Map.of(
            "InvoiceIssuerName", "InvoiceIssuer",
            "ProviderName", "Provider",
            "PublisherName", "Publisher",
            "ResourceId", "ResourceID");

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path folder;

    @Test
    void theExportIsAccepted() throws Exception {
        FocusScene scene = new FocusScene(BillingPlane.shared());
        scene.play();
        assertThat(validate(scene.export())).contains("Validation succeeded.");
    }

    @Test
    void invalidRowsAreFound() throws Exception {
        FocusScene scene = new FocusScene(BillingPlane.shared());
        scene.play();
        assertThat(validate(scene.export().replace("Usage-Based", "Seldom"))).contains("Validation failed!");
    }

    private String validate(String export) throws IOException {
        Path program = RealServers.find("focus-validator")
                .orElseThrow(() -> new TestAbortedException("focus-validator is not installed"));
        Path file = Files.writeString(folder.resolve("focus.csv"), forDrafts(export));
        Process validator = new ProcessBuilder(
                        program.toString(), "--data-file", file.toString(), "--validate-version", "1.0")
                .directory(packages(program).toFile())
                .redirectErrorStream(true)
                .start();
        RealServers.report("focus-validator", "1.0.0");
        return new String(validator.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** One of its rules asks for the category under a name of its own. */
    private static String forDrafts(String export) {
        List<String> lines = export.lines().toList();
        String head = Arrays.stream(lines.getFirst().split(",", -1))
                .map(column -> DRAFT_NAMES.getOrDefault(column, column))
                .collect(Collectors.joining(","));
        int category = FocusExport.COLUMNS.indexOf("ChargeCategory");
        return lines.stream()
                .skip(1)
                .map(line -> line + "," + line.split(",", -1)[category])
                .collect(Collectors.joining("\n", head + ",ChargeType\n", "\n"));
    }

    /** It looks for its list of currencies from there. */
    private static Path packages(Path program) throws IOException {
        Path libraries = program.toRealPath().resolveSibling("../lib").normalize();
        try (Stream<Path> pythons = Files.list(libraries)) {
            return pythons.map(python -> python.resolve("site-packages"))
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
