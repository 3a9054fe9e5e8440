package io.gpuaas.cli.apps;

import io.gpuaas.cli.artifacts.ArtifactPublishing;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.manifest.Manifest;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.Position;
import io.gpuaas.sdk.ArtifactKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder of an app: the manifest, and beside it the artifacts by name, as files or OCI layouts. */
final class AppFolder {

    static final String MANIFEST = "gpuaas.app.yaml";
    static final String ARTIFACTS = "artifacts";

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    private AppFolder() {}

    /** An artifact and the digest that the manifest now names. */
    public record Pinned(String artifact, String digest, boolean changed) {}

    static ArtifactKind kind(String word) {
        return Words.choose(ArtifactKind.values(), ArtifactKind::wire, word);
    }

    static byte[] manifest(Session session, Path folder) throws IOException {
        Path name = folder.resolve(MANIFEST);
        return ManifestLint.read(session.surroundings().here().resolve(name), name);
    }

    /** Returns the artifacts that the folder has. */
    static Map<String, Path> sources(Session session, Path folder, Manifest manifest) {
        Map<String, Path> found = new LinkedHashMap<>();
        Path artifacts = session.surroundings().here().resolve(folder).resolve(ARTIFACTS);
        for (String name : manifest.artifacts().keySet()) {
            if (Files.exists(artifacts.resolve(name))) {
                found.put(name, artifacts.resolve(name));
            }
        }
        return found;
    }

    /** Writes the digests of the folder's artifacts into its manifest and changes nothing else in the file. */
    static List<Pinned> pin(Session session, Path folder) throws IOException {
        Path artifacts = session.surroundings().here().resolve(folder).resolve(ARTIFACTS);
        Path file = session.surroundings().here().resolve(folder).resolve(MANIFEST);
        String text = new String(manifest(session, folder), StandardCharsets.UTF_8);
        List<Pinned> pinned = new ArrayList<>();
        for (Map.Entry<String, Json> entry : artifacts(folder, text).entrySet()) {
            Path source = artifacts.resolve(entry.getKey());
            if (entry.getValue() instanceof Json.Obj artifact
                    && artifact.members().get("kind") instanceof Json.Text kind
                    && artifact.members().get("digest") instanceof Json.Text digest
                    && Files.exists(source)) {
                String now = ArtifactPublishing.digest(source, kind(kind.value()));
                text = replace(text, digest.position(), now);
                pinned.add(new Pinned(entry.getKey(), now, !now.equals(digest.value())));
            }
        }
        if (pinned.isEmpty()) {
            throw new IllegalArgumentException("The manifest names no artifact with a kind and a digest that "
                    + folder.resolve(ARTIFACTS) + " contains.");
        }
        Files.writeString(file, text);
        return pinned;
    }

    private static Map<String, Json> artifacts(Path folder, String text) {
        try {
            Json document = Documents.read(text.getBytes(StandardCharsets.UTF_8), Bounds.MANIFEST);
            return document instanceof Json.Obj top && top.members().get("artifacts") instanceof Json.Obj artifacts
                    ? artifacts.members()
                    : Map.of();
        } catch (DocumentException e) {
            throw new IllegalArgumentException(
                    "The manifest in " + folder + " cannot be read; see gpuaas apps lint " + folder.resolve(MANIFEST),
                    e);
        }
    }

    /** A digest has the same length as the one it replaces, so that positions in the text stay true. */
    private static String replace(String text, Position position, String digest) {
        int line = 0;
        for (int number = 1; number < position.line(); number++) {
            line = text.indexOf('\n', line) + 1;
        }
        Matcher place = DIGEST.matcher(text);
        if (!place.find(Math.min(line + position.column() - 1, text.length()))
                || text.substring(line, place.start()).contains("\n")) {
            throw new IllegalArgumentException("Line " + position.line()
                    + " of the manifest has no digest to replace; write sha256: and 64 zeros there first.");
        }
        return text.substring(0, place.start()) + digest + text.substring(place.end());
    }
}
