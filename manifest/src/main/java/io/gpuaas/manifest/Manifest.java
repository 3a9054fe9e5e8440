package io.gpuaas.manifest;

import io.gpuaas.manifest.json.CanonicalJson;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A manifest without errors. {@code document} has every field; the other components are those that programs act on. */
public record Manifest(
        Json.Obj document,
        String app,
        SemVer version,
        Profile profile,
        String title,
        String summary,
        VersionRange platform,
        Map<String, Artifact> artifacts,
        Schema parameters,
        Map<String, Role> roles,
        @Nullable Workload workload,
        @Nullable Controller controller,
        @Nullable Attachment attachment,
        Map<String, Route> routes,
        List<String> measures) {

    /** An artifact of the app by its digest. */
    public record Artifact(String kind, String digest, List<String> platforms) {}

    /** A role and the number of its allocations. */
    public record Role(
            int allocationsMin,
            int allocationsMax,
            int perAllocation,
            @Nullable String mayShareWith) {}

    /** A container that the platform runs on each member of a role. */
    public record Workload(
            String role,
            String image,
            List<Template> command,
            List<Template> arguments,
            Map<String, Template> environment,
            List<Secret> secrets,
            List<Volume> volumes,
            Map<String, Port> ports,
            @Nullable Probe ready,
            @Nullable Probe live,
            Duration stopGrace) {}

    /** A stored credential that the workload gets as a file. */
    public record Secret(
            String credential, String file, @Nullable String environment) {}

    public record Volume(String name, String target, String kind, int sizeGib) {}

    public record Port(int number, String protocol) {}

    public record Probe(String port, String path, Duration within, Duration every, int failures) {}

    /** A program that reconciles the instance over the public API; launched ones have a role and an image. */
    public record Controller(
            List<String> scopes,
            boolean isLaunched,
            @Nullable String role,
            @Nullable String image,
            Duration heartbeat) {}

    /** The terms under which projects attach to the runtime. */
    public record Attachment(
            String isolation,
            List<String> scopes,
            boolean isApprovedAutomatically,
            int attachmentsMax,
            Schema parameters) {}

    public record Route(String family, String port, List<String> paths, List<String> publicPaths) {}

    public byte[] canonicalBytes() {
        return CanonicalJson.bytes(document);
    }

    /** Returns the identity of the manifest: {@code sha256:} and the digest of its canonical bytes. */
    public String digest() {
        return CanonicalJson.digest(document);
    }
}
