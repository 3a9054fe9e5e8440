package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.PlatformKeyId;
import io.gpuaas.sdk.AddPlatformKey;
import io.gpuaas.sdk.ArtifactsApi;
import io.gpuaas.sdk.RevokePublisherKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "platform-keys",
        description =
                "List, add, confirm, retire and revoke the public keys that the platform signs artifacts with. For"
                        + " operators.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas artifacts platform-keys add platform.pub --name 'platform 2026'",
            "  gpuaas artifacts platform-keys confirm 0198c0de-0000-7000-8000-00000000000f",
            "  gpuaas artifacts platform-keys list",
            "  gpuaas artifacts platform-keys retire 0198c0de-0000-7000-8000-00000000000f",
            "  gpuaas artifacts platform-keys revoke 0198c0de-0000-7000-8000-00000000000f --reason stolen",
        })
final class PlatformKeysCommand {

    private static final String KEY = "The key's id, as listed.";

    private final Session session;

    PlatformKeysCommand(Session session) {
        this.session = session;
    }

    private ArtifactsApi api() {
        return session.connect().artifacts();
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Add a public key. It counts once another person has confirmed it.")
    void add(
            @Parameters(paramLabel = "FILE", description = "File with the public key (PEM), or - for standard input.")
                    InputFile file,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Mixin Once once) {
        session.output()
                .one(api().addPlatformKey(
                                new AddPlatformKey(name, file.readPublicKey(session.surroundings())), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Confirm, as a second person, that a key is the platform's.")
    void confirm(@Parameters(paramLabel = "KEY", description = KEY) PlatformKeyId key, @Mixin Once once) {
        session.output().one(api().confirmPlatformKey(key, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List the platform's keys, newest first.")
    void list(@Mixin Paging paging) {
        ArtifactsApi api = api();
        paging.print(
                session.output(),
                api::listPlatformKeys,
                "id",
                "name",
                "kind",
                "state",
                "fingerprint",
                "created_at",
                "confirmed_at");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Stop accepting a key for artifacts that are published later.")
    void retire(@Parameters(paramLabel = "KEY", description = KEY) PlatformKeyId key, @Mixin Once once) {
        session.output().one(api().retirePlatformKey(key, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Revoke a key; artifacts that need its signature no longer run.")
    void revoke(
            @Parameters(paramLabel = "KEY", description = KEY) PlatformKeyId key,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke key " + key + "? This cannot be undone.");
        session.output().one(api().revokePlatformKey(key, new RevokePublisherKey(reason.text()), once.key()));
    }
}
