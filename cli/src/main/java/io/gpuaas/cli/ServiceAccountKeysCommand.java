package io.gpuaas.cli;

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
        description = "Lists, creates, rotates and revokes the keys of a service account.",
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

    /** What a new key is made of. */
    static final class Material {

        @Option(
                names = "--public-key",
                paramLabel = "FILE",
                description = "A public key (PEM) whose private half stays with you; - reads standard input "
                        + "(standard: the server makes a secret).")
        @Nullable InputFile publicKey;

        @Option(names = "--expires-at", paramLabel = "TIME", description = "The key ends then (standard: never).")
        @Nullable Instant expiresAt;

        CreateServiceAccountKey read(Surroundings surroundings) {
            return publicKey == null
                    ? new CreateServiceAccountKey(KeyKind.SECRET, null, expiresAt)
                    : new CreateServiceAccountKey(KeyKind.PUBLIC_KEY, publicKey.readPublicKey(surroundings), expiresAt);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists the keys; their secrets are not kept.")
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

    @Command(mixinStandardHelpOptions = true, description = "Gives a service account one more key.")
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
            description = "Gives a key of the same kind to take the place of an old one. Both work until the old one "
                    + "is revoked, so that the program can move.")
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
                .orElseThrow(() -> new IllegalArgumentException("The service account has no key " + keyId + "."));
        if (old.kind() != wanted.kind()) {
            throw new IllegalArgumentException("The old key is of kind " + old.kind() + ", the new one of kind "
                    + wanted.kind() + "; keys create gives one of another kind.");
        }
        print(machines.createServiceAccountKey(projectId, accountId, wanted, once.key()));
        session.output()
                .note("Move the program to the new key, then: gpuaas service-accounts keys revoke " + accountId + " "
                        + keyId + " --project " + projectId);
    }

    private void print(NewServiceAccountKey created) {
        if (created.key().kind() == KeyKind.SECRET) {
            session.output().once(created, created.secret());
        } else {
            session.output().one(created);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Revokes a key and the tokens minted with it.")
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
