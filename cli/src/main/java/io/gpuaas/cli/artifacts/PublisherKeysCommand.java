package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AddPublisherKey;
import io.gpuaas.sdk.ArtifactsApi;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Publisher;
import io.gpuaas.sdk.RevokePublisherKey;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "keys",
        description = "Make, list, add, confirm, retire and revoke the keys that a publisher signs with.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas publishers keys generate release",
            "  gpuaas publishers keys add acme release.pub --name 'release 2026'",
            "  gpuaas publishers keys list acme",
            "  gpuaas publishers keys confirm acme 0198c0de-0000-7000-8000-00000000000d",
            "  gpuaas publishers keys retire acme 0198c0de-0000-7000-8000-00000000000d",
            "  gpuaas publishers keys revoke acme 0198c0de-0000-7000-8000-00000000000d --reason stolen",
        })
final class PublisherKeysCommand {

    private static final String NAMESPACE = "Namespace of the publisher.";
    private static final String KEY = "The key's id, as listed.";

    private final Session session;

    PublisherKeysCommand(Session session) {
        this.session = session;
    }

    private ArtifactsApi api() {
        return session.connect().artifacts();
    }

    private PublisherId publisher(TenantId tenant, String namespace) {
        ArtifactsApi api = api();
        return Page.all(PageRequest.ofSize(PageRequest.LIMIT_MAX), page -> api.listPublishers(tenant, page))
                .filter(one -> one.namespace().equals(namespace))
                .map(Publisher::id)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The tenant has no publisher '" + namespace + "'."));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Make a key pair (P-256) on this machine: NAME.pem, which only you can read, and NAME.pub.",
                "Existing files are not overwritten. Needs no server."
            })
    void generate(@Parameters(paramLabel = "NAME", description = "File name without its ending.") Path name)
            throws IOException {
        SigningKeyFile.generate(
                session.surroundings().here().resolve(name + ".pem"),
                session.surroundings().here().resolve(name + ".pub"));
        session.output()
                .note("Wrote " + name + ".pem and " + name + ".pub. Keep the first one secret, and register the second"
                        + " one with gpuaas publishers keys add.");
    }

    @Command(mixinStandardHelpOptions = true, description = "Add a public key, or a certificate for Notary signatures.")
    void add(
            @Mixin TheTenant in,
            @Parameters(index = "0", paramLabel = "NAMESPACE", description = NAMESPACE) String namespace,
            @Parameters(
                            index = "1",
                            paramLabel = "FILE",
                            description = "File with the public key (PEM), or - for standard input.")
                    InputFile file,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Mixin Once once) {
        TenantId tenant = in.choose(session.connect());
        session.output()
                .one(api().addPublisherKey(
                                tenant,
                                publisher(tenant, namespace),
                                new AddPublisherKey(name, file.readPublicKey(session.surroundings())),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List a publisher's keys, newest first.")
    void list(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "NAMESPACE", description = NAMESPACE) String namespace,
            @Mixin Paging paging) {
        TenantId tenant = in.choose(session.connect());
        PublisherId publisher = publisher(tenant, namespace);
        ArtifactsApi api = api();
        paging.print(
                session.output(),
                page -> api.listPublisherKeys(tenant, publisher, page),
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
            description = "Confirm, as a second person of the publisher, that a key is the publisher's.")
    void confirm(
            @Mixin TheTenant in,
            @Parameters(index = "0", paramLabel = "NAMESPACE", description = NAMESPACE) String namespace,
            @Parameters(index = "1", paramLabel = "KEY", description = KEY) PublisherKeyId key,
            @Mixin Once once) {
        TenantId tenant = in.choose(session.connect());
        session.output().one(api().confirmPublisherKey(tenant, publisher(tenant, namespace), key, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Stop accepting a key for artifacts that are published later.")
    void retire(
            @Mixin TheTenant in,
            @Parameters(index = "0", paramLabel = "NAMESPACE", description = NAMESPACE) String namespace,
            @Parameters(index = "1", paramLabel = "KEY", description = KEY) PublisherKeyId key,
            @Mixin Once once) {
        TenantId tenant = in.choose(session.connect());
        session.output().one(api().retirePublisherKey(tenant, publisher(tenant, namespace), key, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Revoke a key; artifacts that only it signed no longer run.")
    void revoke(
            @Mixin TheTenant in,
            @Parameters(index = "0", paramLabel = "NAMESPACE", description = NAMESPACE) String namespace,
            @Parameters(index = "1", paramLabel = "KEY", description = KEY) PublisherKeyId key,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke key " + key + "? This cannot be undone.");
        TenantId tenant = in.choose(session.connect());
        session.output()
                .one(api().revokePublisherKey(
                                tenant,
                                publisher(tenant, namespace),
                                key,
                                new RevokePublisherKey(reason.text()),
                                once.key()));
    }
}
