package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.sdk.Artifact;
import io.gpuaas.sdk.ArtifactKind;
import io.gpuaas.sdk.ArtifactReason;
import io.gpuaas.sdk.ArtifactTrust;
import io.gpuaas.sdk.ArtifactVerification;
import io.gpuaas.sdk.ArtifactsApi;
import io.gpuaas.sdk.ArtifactsApi.GetLaunchDecisionFilter;
import io.gpuaas.sdk.ArtifactsApi.ListArtifactsFilter;
import io.gpuaas.sdk.CompletePublishIntent;
import io.gpuaas.sdk.CreatePublishIntent;
import io.gpuaas.sdk.DeprecateArtifact;
import io.gpuaas.sdk.PlannedArtifact;
import io.gpuaas.sdk.PushedArtifact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "artifacts",
        description = "Publish and sign images and files for apps, and decide what may run.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas artifacts push model.tar.zst --kind archive --app acme/vllm --app-version 1.0",
            "  gpuaas artifacts push ./layout --kind oci_image --app acme/vllm --app-version 1.0 --name server",
            "  gpuaas artifacts pack ./root ./layout --entrypoint /usr/bin/server --port 8000",
            "  gpuaas artifacts list --app acme/vllm",
            "  gpuaas artifacts show 0198c0de-0000-7000-8000-00000000000b",
            "  gpuaas artifacts open-intent --kind oci_image --app acme/vllm --app-version 1.0 --name server",
            "  gpuaas artifacts intents",
            "  gpuaas artifacts intent 0198c0de-0000-7000-8000-00000000000c",
            "  gpuaas artifacts complete-intent 0198c0de-0000-7000-8000-00000000000c --digest server=sha256:0123",
            "  gpuaas artifacts cancel-intent 0198c0de-0000-7000-8000-00000000000c",
            "  gpuaas artifacts sign 0198c0de-0000-7000-8000-00000000000b --key release.pem",
            "  gpuaas artifacts verify 0198c0de-0000-7000-8000-00000000000b",
            "  gpuaas artifacts trust 0198c0de-0000-7000-8000-00000000000b",
            "  gpuaas artifacts sboms 0198c0de-0000-7000-8000-00000000000b",
            "  gpuaas artifacts may-launch sha256:0123",
            "  gpuaas artifacts promote 0198c0de-0000-7000-8000-00000000000b --reason reviewed",
            "  gpuaas artifacts deprecate 0198c0de-0000-7000-8000-00000000000b --reason replaced",
            "  gpuaas artifacts retire 0198c0de-0000-7000-8000-00000000000b --reason 'no longer maintained'",
            "  gpuaas artifacts quarantine 0198c0de-0000-7000-8000-00000000000b --reason 'advisory 12'",
            "  gpuaas artifacts release 0198c0de-0000-7000-8000-00000000000b --reason 'not affected'",
            "  gpuaas artifacts revoke 0198c0de-0000-7000-8000-00000000000b --reason malware",
            "  gpuaas artifacts reinstate 0198c0de-0000-7000-8000-00000000000b --reason 'a false alarm'",
        })
final class ArtifactsCommand {

    private static final String APP = "Namespace and name of the app, for example acme/vllm.";
    private static final String VERSION = "Version of the app.";
    private static final String KIND = "Kind: oci_image, archive, script, file, ui_bundle or model.";
    private static final String INTENT = "The intent's id, as listed.";
    private static final String ARTIFACT = "The artifact's id, as listed.";

    private final Session session;

    ArtifactsCommand(Session session) {
        this.session = session;
    }

    private ArtifactsApi api() {
        return session.connect().artifacts();
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Push a file, or an image in an OCI layout, and publish it.")
    void push(
            @Mixin TheProject in,
            @Parameters(paramLabel = "PATH", description = "A file, or a directory with an OCI layout.") Path path,
            @Option(names = "--kind", required = true, paramLabel = "KIND", description = KIND) ArtifactKind kind,
            @Option(names = "--app", required = true, paramLabel = "APP", description = APP) String app,
            @Option(names = "--app-version", required = true, paramLabel = "VERSION", description = VERSION)
                    String version,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            description = "Name of the artifact in the version (default: the kind with hyphens).")
                    @Nullable String name,
            @Mixin Once once)
            throws IOException, InterruptedException {
        ProjectId project = in.choose(session.connect());
        String called = name == null ? kind.wire().replace('_', '-') : name;
        session.output()
                .one(new ArtifactPublishing(session, project)
                        .publish(
                                new ArtifactPublishing.Named(app, version, called, kind),
                                session.surroundings().here().resolve(path),
                                once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Pack a folder into an image of one layer, as an OCI layout that push accepts.",
                "The same folder gives the same digest on every machine. Needs no server."
            })
    void pack(
            @Parameters(index = "0", paramLabel = "FOLDER", description = "Root of the image's file system.")
                    Path folder,
            @Parameters(index = "1", paramLabel = "LAYOUT", description = "Folder to write; empty or absent.")
                    Path layout,
            @Option(
                            names = "--entrypoint",
                            paramLabel = "WORD",
                            description = "Word of the command that the image runs; repeatable (default: none).")
                    @Nullable List<String> entrypoint,
            @Option(
                            names = "--port",
                            paramLabel = "PORT",
                            description = "TCP port that the program listens at; repeatable (default: none).")
                    @Nullable List<Integer> ports,
            @Option(
                            names = "--label",
                            paramLabel = "NAME=VALUE",
                            description = "Label of the image; repeatable (default: none).")
                    @Nullable Map<String, String> labels,
            @Option(
                            names = "--architecture",
                            paramLabel = "NAME",
                            defaultValue = "amd64",
                            description = "Architecture: amd64 or arm64 (default: amd64).")
                    String architecture)
            throws IOException {
        Path here = session.surroundings().here();
        String digest = ImageLayout.write(
                here.resolve(folder),
                here.resolve(layout),
                new ImageLayout.Settings(
                        architecture,
                        entrypoint == null ? List.of() : entrypoint,
                        ports == null ? List.of() : ports,
                        labels == null ? Map.of() : labels));
        session.output().one(new Packed(layout.toString(), digest));
    }

    /** The answer as JSON and YAML. */
    public record Packed(String layout, String digest) {}

    @Command(mixinStandardHelpOptions = true, description = "List published artifacts, newest first.")
    void list(
            @Mixin TheProject in,
            @Option(names = "--app", paramLabel = "APP", description = APP) @Nullable String app,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        ListArtifactsFilter filter = app == null
                ? ListArtifactsFilter.none()
                : ListArtifactsFilter.none().app(app);
        ArtifactsApi api = api();
        paging.print(
                session.output(),
                page -> api.listArtifacts(project, filter, page),
                "id",
                "app",
                "version",
                "name",
                "kind",
                "digest",
                "trust",
                "promotion");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show an artifact.")
    void show(@Mixin TheProject in, @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id) {
        session.output().one(api().getArtifact(in.choose(session.connect()), id));
    }

    @Command(
            name = "open-intent",
            mixinStandardHelpOptions = true,
            description = "Open a publish intent, to push with another OCI client; prints its secret once.")
    void openIntent(
            @Mixin TheProject in,
            @Option(names = "--kind", required = true, paramLabel = "KIND", description = KIND) ArtifactKind kind,
            @Option(names = "--app", required = true, paramLabel = "APP", description = APP) String app,
            @Option(names = "--app-version", required = true, paramLabel = "VERSION", description = VERSION)
                    String version,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Name of the artifact.")
                    String name,
            @Mixin Once once) {
        PlannedArtifact planned = new PlannedArtifact(name, kind, null, null);
        session.output()
                .one(api().createPublishIntent(
                                in.choose(session.connect()),
                                new CreatePublishIntent(app, version, List.of(planned)),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List publish intents, newest first.")
    void intents(@Mixin TheProject in, @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        ArtifactsApi api = api();
        paging.print(
                session.output(),
                page -> api.listPublishIntents(project, page),
                "id",
                "app",
                "version",
                "state",
                "expires_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a publish intent.")
    void intent(@Mixin TheProject in, @Parameters(paramLabel = "INTENT", description = INTENT) PublishIntentId id) {
        session.output().one(api().getPublishIntent(in.choose(session.connect()), id));
    }

    @Command(
            name = "complete-intent",
            mixinStandardHelpOptions = true,
            description = "Check what was pushed and publish it.")
    void completeIntent(
            @Mixin TheProject in,
            @Parameters(paramLabel = "INTENT", description = INTENT) PublishIntentId id,
            @Option(
                            names = "--digest",
                            required = true,
                            paramLabel = "NAME=DIGEST",
                            description = "Artifact and the digest of its manifest; repeatable.")
                    Map<String, String> digests,
            @Mixin Once once) {
        List<PushedArtifact> pushed = digests.entrySet().stream()
                .map(entry -> new PushedArtifact(entry.getKey(), entry.getValue()))
                .toList();
        session.output()
                .one(api().completePublishIntent(
                                in.choose(session.connect()), id, new CompletePublishIntent(pushed), once.key()));
    }

    @Command(
            name = "cancel-intent",
            mixinStandardHelpOptions = true,
            description = "Cancel a publish intent and drop what was pushed.")
    void cancelIntent(
            @Mixin TheProject in,
            @Parameters(paramLabel = "INTENT", description = INTENT) PublishIntentId id,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Cancel publish intent " + id + "?");
        session.output().one(api().cancelPublishIntent(in.choose(session.connect()), id, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Sign an artifact with a private key on this machine, and wait for the verification.",
                "Exits with 1 if the artifact is not verified then."
            })
    int sign(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Option(
                            names = "--key",
                            required = true,
                            paramLabel = "FILE",
                            description = "File with the private key (PEM, PKCS #8), or - for standard input.")
                    InputFile file,
            @Mixin Once once)
            throws IOException, InterruptedException {
        SigningKeyFile key = SigningKeyFile.parse(file.read(session.surroundings()));
        ProjectId project = in.choose(session.connect());
        Artifact artifact = api().getArtifact(project, id);
        ArtifactVerification outcome = new ArtifactPublishing(session, project).sign(artifact, key, once.key());
        session.output().one(outcome);
        return outcome.trust() == ArtifactTrust.VERIFIED ? 0 : ExitCode.REFUSED;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Verify the signatures of an artifact again, and wait for the outcome.")
    void verify(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Once once)
            throws InterruptedException {
        ProjectId project = in.choose(session.connect());
        api().verifyArtifact(project, id, once.key());
        session.output().one(new ArtifactPublishing(session, project).settled(id));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show the trust and promotion of an artifact, and its signatures.")
    void trust(@Mixin TheProject in, @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id) {
        session.output().one(api().getArtifactVerification(in.choose(session.connect()), id));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List the SBOMs of an artifact, and whether they were read.")
    void sboms(@Mixin TheProject in, @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id) {
        session.output().one(api().listArtifactSboms(in.choose(session.connect()), id));
    }

    @Command(
            name = "may-launch",
            mixinStandardHelpOptions = true,
            description = "Show whether the project may launch a digest, and why.")
    void mayLaunch(
            @Mixin TheProject in,
            @Parameters(paramLabel = "DIGEST", description = "Digest of an artifact or of a platform's manifest.")
                    String digest,
            @Option(
                            names = "--artifact",
                            paramLabel = "ARTIFACT",
                            description = "Artifact that the app's version names (default: the best with the digest).")
                    @Nullable ArtifactId artifact) {
        GetLaunchDecisionFilter filter = artifact == null
                ? GetLaunchDecisionFilter.none()
                : GetLaunchDecisionFilter.none().artifactId(artifact);
        session.output().one(api().getLaunchDecision(in.choose(session.connect()), digest, filter));
    }

    @Command(mixinStandardHelpOptions = true, description = "Offer an artifact to all tenants (for operators).")
    void promote(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(api().promoteArtifact(id, new ArtifactReason(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Deprecate an offered artifact (for operators).")
    void deprecate(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Option(
                            names = "--successor",
                            paramLabel = "ARTIFACT",
                            description = "Artifact to use instead (default: none).")
                    @Nullable ArtifactId successor,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(api().deprecateArtifact(id, new DeprecateArtifact(reason.text(), successor), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Retire an artifact: no new launches (for operators). This cannot be undone.")
    void retire(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Retire artifact " + id + "? This cannot be undone.");
        session.output().one(api().retireArtifact(id, new ArtifactReason(reason.text()), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Refuse launches and pulls of an artifact for the time being (for operators).")
    void quarantine(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(api().quarantineArtifact(id, new ArtifactReason(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Release a quarantined artifact (for operators).")
    void release(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(api().releaseArtifact(id, new ArtifactReason(reason.text()), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Revoke an artifact: no launch, pull or push of its digest (for operators).")
    void revoke(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke artifact " + id + "? This cannot be undone.");
        session.output().one(api().revokeArtifact(id, new ArtifactReason(reason.text()), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Ask to lift a revocation, or lift it as a second person (for operators).")
    void reinstate(
            @Parameters(paramLabel = "ARTIFACT", description = ARTIFACT) ArtifactId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(
                session.terminal(),
                "Reinstate artifact " + id + "? If another person asked for it before you, it may run again at once.");
        session.output().one(api().reinstateArtifact(id, new ArtifactReason(reason.text()), once.key()));
    }
}
