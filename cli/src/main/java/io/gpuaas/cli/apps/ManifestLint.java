package io.gpuaas.cli.apps;

import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.manifest.Finding;
import io.gpuaas.manifest.Manifest;
import io.gpuaas.manifest.Manifests;
import io.gpuaas.manifest.json.Bounds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the findings of a manifest. A class of its own, so that other commands do not load the manifest's classes. */
final class ManifestLint {

    private ManifestLint() {}

    /** The answer as JSON and YAML. */
    public record Report(
            String file, boolean valid, @Nullable String digest, List<Entry> findings) {}

    public record Entry(String severity, String code, String pointer, int line, int column, String message) {}

    static int print(Session session, Path file) throws IOException {
        Manifests.Report report =
                Manifests.lint(read(session.surroundings().here().resolve(file), file));
        List<Entry> entries =
                report.findings().stream().map(ManifestLint::entry).toList();
        String digest = report.manifest().map(Manifest::digest).orElse(null);
        Report answer = new Report(file.toString(), !report.hasErrors(), digest, entries);
        session.output().page(answer, () -> lines(answer));
        return report.hasErrors() ? ExitCode.REFUSED : 0;
    }

    /** Reads one byte more than is allowed at most, so that the rule about the size applies. */
    static byte[] read(Path path, Path name) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(Bounds.MANIFEST.bytesMax() + 1);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("File " + name + " not found.", e);
        }
    }

    private static Entry entry(Finding finding) {
        return new Entry(
                finding.severity().word(),
                finding.rule().code(),
                finding.pointer(),
                finding.position().line(),
                finding.position().column(),
                finding.sentence());
    }

    private static List<String> lines(Report report) {
        List<String> lines = new ArrayList<>();
        report.findings()
                .forEach(finding -> lines.add("%s:%d:%d: %s %s %s: %s"
                        .formatted(
                                report.file(),
                                finding.line(),
                                finding.column(),
                                finding.severity(),
                                finding.code(),
                                finding.pointer().isEmpty() ? "/" : finding.pointer(),
                                finding.message())));
        lines.add(
                report.digest() == null ? report.file() + ": invalid" : report.file() + ": valid, " + report.digest());
        return lines;
    }
}
