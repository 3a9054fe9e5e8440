package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.session.Surroundings;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.CreateServiceAccountKey;
import io.gpuaas.sdk.KeyKind;
import io.gpuaas.sdk.MachinesApi;
import io.gpuaas.sdk.NewServiceAccountKey;
import io.gpuaas.sdk.ServiceAccountKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "keys",
        description = "List, create, rotate and revoke the keys of a service account.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas service-accounts keys list 0198c0de-0000-7000-8000-000000000007 \\",
            "      --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts keys create 0198c0de-0000-7000-8000-000000000007 \\",
            "      --public-key public.pem --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts keys rotate 0198c0de-0000-7000-8000-000000000007 \\",
            "      0198c0de-0000-7000-8000-000000000008 --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts keys revoke 0198c0de-0000-7000-8000-000000000007 \\",
            "      0198c0de-0000-7000-8000-000000000008 --project 0198c0de-0000-7000-8000-000000000002",
        })
final class ServiceAccountKeysCommand {

    private static final String ACCOUNT = "The service account's id.";
    private static final String KEY = "The key's id, as listed.";

    private final Session session;

    ServiceAccountKeysCommand(Session session) {
        this.session = session;
    }

    /** Options that describe a new key. */
    static final class Material {

        @Option(
                names = "--public-key",
                paramLabel = "FILE",
                description = "File with a public key (PEM), or - for standard input; the private key stays with you "
                        + "(default: the server generates a secret).")
        @Nullable InputFile publicKey;

        @Option(
                names = "--expires-at",
                paramLabel = "TIME",
                description = "Time at which the key expires (default: never).")
        @Nullable Instant expiresAt;

        CreateServiceAccountKey read(Surroundings surroundings) {
            return publicKey == null
                    ? new CreateServiceAccountKey(KeyKind.SECRET, null, expiresAt)
                    : new CreateServiceAccountKey(KeyKind.PUBLIC_KEY, publicKey.readPublicKey(surroundings), expiresAt);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List the keys of a service account; secrets are not stored.")
    void list(@Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) PrincipalId accountId, @Mixin TheProject in) {
        ProjectId projectId = in.choose(session.connect());
        session.output()
                .list(
                        session.connect()
                                .machines()
                                .getServiceAccount(projectId, accountId)
                                .keys()
                                .iterator(),
                        "id",
                        "kind",
                        "created_at",
                        "expires_at",
                        "last_used_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a key for a service account.")
    void create(
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) PrincipalId accountId,
            @Mixin TheProject in,
            @Mixin Material material,
            @Mixin Once once) {
        ProjectId projectId = in.choose(session.connect());
        CreateServiceAccountKey key = material.read(session.surroundings());
        print(session.connect().machines().createServiceAccountKey(projectId, accountId, key, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Create a key of the same kind to replace an old one. Both keys work until the old one "
                    + "is revoked.")
    void rotate(
            @Parameters(index = "0", paramLabel = "ACCOUNT", description = ACCOUNT) PrincipalId accountId,
            @Parameters(index = "1", paramLabel = "KEY", description = KEY) KeyId keyId,
            @Mixin TheProject in,
            @Mixin Material material,
            @Mixin Once once) {
        ProjectId projectId = in.choose(session.connect());
        CreateServiceAccountKey wanted = material.read(session.surroundings());
        MachinesApi machines = session.connect().machines();
        ServiceAccountKey old = machines.getServiceAccount(projectId, accountId).keys().stream()
                .filter(key -> key.id().equals(keyId))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("Key " + keyId + " not found in this service account."));
        if (old.kind() != wanted.kind()) {
            throw new IllegalArgumentException("The old key is of kind " + old.kind() + ", but the new one is of kind "
                    + wanted.kind() + ". To create a key of another kind, use gpuaas service-accounts keys create.");
        }
        print(machines.createServiceAccountKey(projectId, accountId, wanted, once.key()));
        session.output()
                .note("Switch the program to the new key, then run: gpuaas service-accounts keys revoke " + accountId
                        + " " + keyId + " --project " + projectId);
    }

    private void print(NewServiceAccountKey created) {
        if (created.key().kind() == KeyKind.SECRET) {
            session.output().once(created, created.secret());
        } else {
            session.output().one(created);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Revoke a key and the tokens minted with it.")
    void revoke(
            @Parameters(index = "0", paramLabel = "ACCOUNT", description = ACCOUNT) PrincipalId accountId,
            @Parameters(index = "1", paramLabel = "KEY", description = KEY) KeyId keyId,
            @Mixin TheProject in,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        ProjectId projectId = in.choose(session.connect());
        confirmation.require(session.terminal(), "Revoke key " + keyId + " and the tokens minted with it?");
        session.output()
                .one(session.connect().machines().revokeServiceAccountKey(projectId, accountId, keyId, once.key()));
    }
}
