package io.gpuaas.cli.apps;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.App;
import io.gpuaas.sdk.AppChannelName;
import io.gpuaas.sdk.AppVersion;
import io.gpuaas.sdk.AppVersionChanges;
import io.gpuaas.sdk.AppVersionState;
import io.gpuaas.sdk.AppVisibility;
import io.gpuaas.sdk.AppsApi;
import io.gpuaas.sdk.AppsApi.CompareAppVersionsFilter;
import io.gpuaas.sdk.AppsApi.ListAppVersionsFilter;
import io.gpuaas.sdk.AppsApi.ListAppsFilter;
import io.gpuaas.sdk.ArtifactTrust;
import io.gpuaas.sdk.CreateAppVersion;
import io.gpuaas.sdk.DeployRole;
import io.gpuaas.sdk.DeprecateAppVersion;
import io.gpuaas.sdk.EntitlementsApi;
import io.gpuaas.sdk.EntitlementsApi.GetAppEntitlementFilter;
import io.gpuaas.sdk.PublishAppVersion;
import io.gpuaas.sdk.RequestApp;
import io.gpuaas.sdk.SetProjectEntitlement;
import io.gpuaas.sdk.UpdateApp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "apps",
        description = "Find apps, publish them, and enable them for projects.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas apps init my-app",
            "  gpuaas apps lint my-app/gpuaas.app.yaml",
            "  gpuaas apps lint gpuaas.app.yaml --output json",
            "  gpuaas apps pin my-app",
            "  gpuaas apps push my-app --key release.pem --submit",
            "  gpuaas apps create gpuaas.app.yaml",
            "  gpuaas apps submit acme/vllm 1.4.0",
            "  gpuaas apps withdraw acme/vllm 1.4.0",
            "  gpuaas apps update acme/vllm --visibility public --category inference",
            "  gpuaas apps publish acme/vllm 1.4.0 --channel stable",
            "  gpuaas apps deprecate acme/vllm 1.3.0 --message \"Use 1.4\" --successor 1.4.0",
            "  gpuaas apps list --search notebook",
            "  gpuaas apps show acme/vllm",
            "  gpuaas apps versions acme/vllm",
            "  gpuaas apps version acme/vllm 1.4.0",
            "  gpuaas apps diff acme/vllm 1.4.0 --from 1.3.0",
            "  gpuaas apps request acme/vllm --message \"For the course in May\"",
            "  gpuaas apps entitlement acme/vllm",
            "  gpuaas apps enable acme/vllm --versions \">=1.4 <2\" --overlay limits.json",
            "  gpuaas apps disable acme/vllm",
        })
final class AppsCommand {

    static final String APP = "Namespace and name of the app, for example acme/vllm.";
    static final String VERSION = "Version of the app, for example 1.4.0.";

    private final Session session;

    AppsCommand(Session session) {
        this.session = session;
    }

    private AppsApi api() {
        return session.connect().apps();
    }

    private EntitlementsApi entitlements() {
        return session.connect().entitlements();
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Write the manifest of a new app, which apps lint accepts as it is.",
                "The file is gpuaas.app.yaml; it must not exist yet."
            })
    void init(
            @Parameters(
                            paramLabel = "DIR",
                            arity = "0..1",
                            defaultValue = ".",
                            description = "Folder (default: the current one).")
                    Path folder)
            throws IOException {
        session.output()
                .note("Wrote " + ManifestScaffold.write(session.surroundings().here(), folder) + ".");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Check a manifest offline, by the rules of the server.",
                "Exits with 1 if it has an error. Warnings and points for a reviewer do not change the exit code."
            })
    int lint(@Parameters(paramLabel = "FILE", description = "Manifest in YAML or JSON.") Path file) throws IOException {
        return ManifestLint.print(session, file);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Write the digests of an app's artifacts into its manifest. Needs no server.",
                "The artifacts are files or OCI layouts in the folder artifacts beside the manifest."
            })
    void pin(@Parameters(paramLabel = "FOLDER", description = "Folder with gpuaas.app.yaml and artifacts.") Path folder)
            throws IOException {
        session.output().list(AppFolder.pin(session, folder).iterator(), "artifact", "digest", "changed");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Publish and sign the artifacts of apps, and create their versions as drafts.",
                "A folder has gpuaas.app.yaml and, in artifacts, a file or OCI layout for each artifact by its name.",
                "Repeat it after an interruption: steps that were taken before are left out."
            })
    void push(
            @Mixin TheProject in,
            @Parameters(paramLabel = "FOLDER", arity = "1..*", description = "Folders of apps.") List<Path> folders,
            @Option(
                            names = "--key",
                            paramLabel = "FILE",
                            description = "File with the private key that signs (PEM, PKCS #8), or - for standard input"
                                    + " (default: nothing is signed).")
                    @Nullable InputFile key,
            @Option(names = "--submit", description = "Submit the versions for review.") boolean submit)
            throws IOException, InterruptedException {
        ProjectId project = in.choose(session.connect());
        AppPush push = new AppPush(session, project, key == null ? null : key.read(session.surroundings()), submit);
        List<AppVersion> versions = new ArrayList<>();
        for (Path folder : folders) {
            AppVersion version = push.push(folder);
            versions.add(version);
            session.output()
                    .note(version.app() + " " + version.version() + ": "
                            + version.state().wire());
        }
        session.output().list(versions.iterator(), "app", "version", "state", "digest");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Create a draft version from a manifest, or replace the draft.")
    void create(
            @Mixin TheProject in,
            @Parameters(paramLabel = "FILE", description = "Manifest in YAML or JSON.") Path file,
            @Mixin Once once)
            throws IOException {
        byte[] manifest = ManifestLint.read(session.surroundings().here().resolve(file), file);
        session.output()
                .one(api().createAppVersion(
                                in.choose(session.connect()),
                                new CreateAppVersion(new String(manifest, StandardCharsets.UTF_8)),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Submit a draft for review.")
    void submit(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = VERSION) String version,
            @Mixin Once once) {
        ProjectId project = in.choose(session.connect());
        AppVersion submitted = api().submitAppVersion(project, app.namespace(), app.name(), version, once.key());
        session.output().one(submitted);
        submitted.artifacts().stream()
                .map(artifact -> session.connect().artifacts().getArtifact(project, artifact.artifactId()))
                .filter(artifact -> artifact.trust() != ArtifactTrust.VERIFIED)
                .forEach(artifact -> session.output()
                        .note("Artifact '" + artifact.name() + "' is "
                                + artifact.trust().wire().replace('_', ' ')
                                + ". Sign it before the review: gpuaas artifacts sign " + artifact.id()
                                + " --key FILE"));
    }

    @Command(mixinStandardHelpOptions = true, description = "Withdraw a version from review; it is a draft again.")
    void withdraw(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = VERSION) String version,
            @Mixin Once once) {
        session.output()
                .one(api().withdrawAppVersion(
                                in.choose(session.connect()), app.namespace(), app.name(), version, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Set who sees an app, and its categories.")
    void update(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Option(
                            names = "--visibility",
                            paramLabel = "WHO",
                            description = "tenant: your tenant only; public: every tenant sees reviewed versions"
                                    + " (default: unchanged).")
                    @Nullable AppVisibility visibility,
            @Option(
                            names = "--category",
                            paramLabel = "CATEGORY",
                            description = "Category, for example inference; repeatable (default: unchanged).")
                    @Nullable List<String> categories,
            @Mixin Once once) {
        ProjectId project = in.choose(session.connect());
        App before = api().getApp(project, app.namespace(), app.name());
        UpdateApp change = new UpdateApp(
                visibility == null ? before.visibility() : visibility,
                categories == null ? before.categories() : categories);
        session.output().one(api().updateApp(project, app.namespace(), app.name(), change, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Publish a version in a channel, or move a channel to a published version.")
    void publish(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = VERSION) String version,
            @Option(
                            names = "--channel",
                            required = true,
                            paramLabel = "CHANNEL",
                            description = "Channel: stable, candidate or edge.")
                    AppChannelName channel,
            @Mixin Once once) {
        session.output()
                .one(api().publishAppVersion(
                                in.choose(session.connect()),
                                app.namespace(),
                                app.name(),
                                version,
                                new PublishAppVersion(channel),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Deprecate a version in favour of another.")
    void deprecate(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = VERSION) String version,
            @Option(names = "--message", required = true, paramLabel = "TEXT", description = "Message to users.")
                    String message,
            @Option(names = "--successor", paramLabel = "VERSION", description = "Published version to use instead.")
                    @Nullable String successor,
            @Option(
                            names = "--sunset",
                            paramLabel = "TIME",
                            description = "Time from which it is not offered for new use (default: none).")
                    @Nullable Instant sunset,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Deprecate " + app + " " + version + "? This cannot be undone.");
        session.output()
                .one(api().deprecateAppVersion(
                                in.choose(session.connect()),
                                app.namespace(),
                                app.name(),
                                version,
                                new DeprecateAppVersion(message, successor, sunset),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List the apps that a project has or can ask for.")
    void list(
            @Mixin TheProject in,
            @Option(names = "--search", paramLabel = "TEXT", description = "Text in name, title or summary.") @Nullable String search,
            @Option(names = "--category", paramLabel = "CATEGORY", description = "Category, for example inference.")
                    @Nullable String category,
            @Option(
                            names = "--enabled",
                            negatable = true,
                            description = "Only apps that are enabled for the project, or not.")
                    @Nullable Boolean enabled,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        ListAppsFilter filter = ListAppsFilter.none();
        filter = search == null ? filter : filter.search(search);
        filter = category == null ? filter : filter.category(category);
        ListAppsFilter chosen = enabled == null ? filter : filter.enabled(enabled);
        AppsApi api = api();
        paging.print(
                session.output(),
                page -> api.listApps(project, chosen, page),
                "app",
                "title",
                "access",
                "latest_version",
                "summary");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show an app with its channels.")
    void show(@Mixin TheProject in, @Parameters(paramLabel = "APP", description = APP) AppName app) {
        session.output().one(api().getApp(in.choose(session.connect()), app.namespace(), app.name()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List the versions of an app, newest first.")
    void versions(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Option(names = "--state", paramLabel = "STATE", description = "State, for example published.") @Nullable AppVersionState state,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        ListAppVersionsFilter filter = state == null
                ? ListAppVersionsFilter.none()
                : ListAppVersionsFilter.none().state(state);
        AppsApi api = api();
        paging.print(
                session.output(),
                page -> api.listAppVersions(project, app.namespace(), app.name(), filter, page),
                "version",
                "state",
                "reviewed",
                "published_at",
                "digest");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a version with its manifest.")
    void version(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = VERSION) String version) {
        session.output().one(api().getAppVersion(in.choose(session.connect()), app.namespace(), app.name(), version));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show the changes of a version; those to permissions and images come first.")
    void diff(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = VERSION) String version,
            @Option(
                            names = "--from",
                            paramLabel = "VERSION",
                            description = "Version to compare with (default: the one published before).")
                    @Nullable String from) {
        CompareAppVersionsFilter filter = from == null
                ? CompareAppVersionsFilter.none()
                : CompareAppVersionsFilter.none().from(from);
        AppVersionChanges changes =
                api().compareAppVersions(in.choose(session.connect()), app.namespace(), app.name(), version, filter);
        session.output().answer(changes, changes.changes(), "area", "pointer", "before", "after");
    }

    @Command(mixinStandardHelpOptions = true, description = "Ask for an app to be enabled in a project.")
    void request(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Option(
                            names = "--message",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Message to the administrators who decide.")
                    String message,
            @Mixin Once once) {
        session.output()
                .one(entitlements()
                        .requestApp(in.choose(session.connect()), new RequestApp(app.toString(), message), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show whether you may use an app in a project or, if not, why and who can change it.")
    void entitlement(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Option(
                            names = "--app-version",
                            paramLabel = "VERSION",
                            description = "Version (default: the one in channel stable, or the newest).")
                    @Nullable String version) {
        GetAppEntitlementFilter filter = version == null
                ? GetAppEntitlementFilter.none()
                : GetAppEntitlementFilter.none().version(version);
        session.output()
                .one(entitlements()
                        .getAppEntitlement(in.choose(session.connect()), app.namespace(), app.name(), filter));
    }

    @Command(mixinStandardHelpOptions = true, description = "Enable an app for a project, or change its limits.")
    void enable(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Option(
                            names = "--versions",
                            defaultValue = "*",
                            paramLabel = "RANGE",
                            description = "Range of versions (default: *, which is every version).")
                    String versions,
            @Option(
                            names = "--overlay",
                            paramLabel = "FILE",
                            description = "JSON Schema that narrows the parameters (default: none).")
                    @Nullable Path overlay,
            @Option(names = "--instances-max", paramLabel = "N", description = "Most instances (default: no limit).")
                    @Nullable Integer instancesMax,
            @Option(names = "--gpus-max", paramLabel = "N", description = "Most GPUs (default: no limit).") @Nullable Integer gpusMax,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            description =
                                    "Role that may use it, for example project_member; repeatable (default: all).")
                    @Nullable List<DeployRole> roles,
            @Mixin Once once)
            throws IOException {
        String schema = overlay == null
                ? null
                : new String(
                        ManifestLint.read(session.surroundings().here().resolve(overlay), overlay),
                        StandardCharsets.UTF_8);
        session.output()
                .one(entitlements()
                        .setProjectEntitlement(
                                in.choose(session.connect()),
                                app.namespace(),
                                app.name(),
                                new SetProjectEntitlement(versions, schema, instancesMax, gpusMax, roles),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Disable an app for a project. What runs is not stopped.")
    void disable(
            @Mixin TheProject in,
            @Parameters(paramLabel = "APP", description = APP) AppName app,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Disable " + app + " for the project?");
        session.output()
                .one(entitlements()
                        .removeProjectEntitlement(
                                in.choose(session.connect()), app.namespace(), app.name(), once.key()));
    }
}
