package io.gpuaas.manifest;

import io.gpuaas.manifest.LintRule.Severity;
import io.gpuaas.manifest.Manifest.Artifact;
import io.gpuaas.manifest.Manifest.Attachment;
import io.gpuaas.manifest.Manifest.Controller;
import io.gpuaas.manifest.Manifest.Port;
import io.gpuaas.manifest.Manifest.Probe;
import io.gpuaas.manifest.Manifest.Role;
import io.gpuaas.manifest.Manifest.Route;
import io.gpuaas.manifest.Manifest.Secret;
import io.gpuaas.manifest.Manifest.Volume;
import io.gpuaas.manifest.Manifest.Workload;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads manifests and holds them against every rule. */
public final class Manifests {

    private Manifests() {}

    /** The outcome of reading: findings in the order of the file and, if none is an error, the manifest. */
    public record Report(Optional<Manifest> manifest, List<Finding> findings) {

        public boolean hasErrors() {
            return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        }
    }

    /** Reads a manifest in YAML or JSON. */
    public static Report lint(byte[] bytes) {
        Findings findings = new Findings();
        try {
            Json document = Documents.read(bytes, Bounds.MANIFEST);
            new FormCheck(findings).check(ManifestForm.ROOT, document, "");
            Node root = new Node(document, "");
            new Lint(root, findings).check();
            return new Report(findings.hasErrors() ? Optional.empty() : Optional.of(typed(root)), findings.sorted());
        } catch (DocumentException e) {
            findings.add(LintRule.valueOf(e.code().name()), e.pointer(), e.position(), String.valueOf(e.getMessage()));
            return new Report(Optional.empty(), findings.sorted());
        }
    }

    private static Manifest typed(Node root) {
        return new Manifest(
                root.object(),
                root.at("app").text(),
                SemVer.parse(root.at("version").text()),
                Profile.find(root.at("profile").text()).orElseThrow(),
                root.at("title").text(),
                root.at("summary").text(),
                root.at("requires")
                        .findText("platform")
                        .map(VersionRange::parse)
                        .orElse(VersionRange.ALL),
                map(
                        root.at("artifacts"),
                        node -> new Artifact(
                                node.at("kind").text(),
                                node.at("digest").text(),
                                node.has("platforms") ? node.texts("platforms") : List.of("linux/amd64"))),
                schema(root, "parameters"),
                map(root.at("placement").at("roles"), Manifests::role),
                root.find("workload").map(Manifests::workload).orElse(null),
                root.find("controller").map(Manifests::controller).orElse(null),
                root.find("attachment").map(Manifests::attachment).orElse(null),
                map(
                        root.at("routes"),
                        node -> new Route(
                                node.at("family").text(),
                                node.at("port").text(),
                                node.texts("paths"),
                                node.texts("public_paths"))),
                root.at("metering").items().stream()
                        .map(node -> node.at("measure").text())
                        .toList());
    }

    private static Role role(Node node) {
        return new Role(
                node.at("allocations").number("min", 0),
                node.at("allocations").number("max", 1),
                node.number("per_allocation", 1),
                node.findText("may_share_with").orElse(null));
    }

    private static Workload workload(Node node) {
        return new Workload(
                node.at("role").text(),
                node.at("image").text(),
                node.at("command").items().stream().map(Manifests::template).toList(),
                node.at("arguments").items().stream().map(Manifests::template).toList(),
                map(node.at("environment"), Manifests::template),
                node.at("secrets").items().stream()
                        .map(secret -> new Secret(
                                secret.at("credential").text(),
                                secret.at("file").text(),
                                secret.findText("environment").orElse(null)))
                        .toList(),
                node.at("volumes").items().stream()
                        .map(volume -> new Volume(
                                volume.at("name").text(),
                                volume.at("target").text(),
                                volume.at("kind").text(),
                                volume.number("size_gib", 1)))
                        .toList(),
                map(
                        node.at("ports"),
                        port -> new Port(
                                port.number("port", 0), port.at("protocol").text())),
                probe(node, "ready"),
                probe(node, "live"),
                node.at("stop").duration("grace", "30s"));
    }

    private static @Nullable Probe probe(Node workload, String name) {
        return workload.find(name)
                .map(node -> new Probe(
                        node.at("port").text(),
                        node.at("path").text(),
                        node.duration("within", "10m"),
                        node.duration("every", "30s"),
                        node.number("failures", 3)))
                .orElse(null);
    }

    private static Controller controller(Node node) {
        return new Controller(
                node.texts("scopes"),
                node.at("runs").text().equals("launched"),
                node.findText("role").orElse(null),
                node.findText("image").orElse(null),
                node.duration("heartbeat", "30s"));
    }

    private static Attachment attachment(Node node) {
        return new Attachment(
                node.at("isolation").text(),
                node.texts("scopes"),
                node.at("approval").text().equals("automatic"),
                node.number("attachments_max", 100),
                schema(node, "parameters"));
    }

    private static Schema schema(Node parent, String name) {
        Node node = parent.at(name);
        return Schema.compile(node.value(), node.pointer()).schema().orElseThrow();
    }

    private static Template template(Node node) {
        try {
            return Template.parse(node.text());
        } catch (Template.RefusedException e) {
            throw new IllegalStateException("the rules passed a template that is none", e);
        }
    }

    private static <T> Map<String, T> map(Node node, Function<Node, T> each) {
        Map<String, T> all = new LinkedHashMap<>();
        node.members().forEach((name, child) -> all.put(name, each.apply(child)));
        return all;
    }
}
