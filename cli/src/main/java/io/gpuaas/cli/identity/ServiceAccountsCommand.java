package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.ClientAssertion;
import io.gpuaas.sdk.CreateServiceAccount;
import io.gpuaas.sdk.MachinesApi;
import io.gpuaas.sdk.MintToken;
import io.gpuaas.sdk.MintedToken;
import io.gpuaas.sdk.ServiceAccount;
import io.gpuaas.sdk.UpdateServiceAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "service-accounts",
        description = "Manage the service accounts of a project and mint their tokens.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas service-accounts list --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts create ci --scope projects.read --scope policies.read \\",
            "      --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts show 0198c0de-0000-7000-8000-000000000007 \\",
            "      --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts update 0198c0de-0000-7000-8000-000000000007 --disable \\",
            "      --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts delete 0198c0de-0000-7000-8000-000000000007 \\",
            "      --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas service-accounts mint-token --key 0198c0de-0000-7000-8000-000000000008 < secret.txt",
            "  gpuaas service-accounts mint-token --key 0198c0de-0000-7000-8000-000000000008 \\",
            "      --private-key private.pem --service-account 0198c0de-0000-7000-8000-000000000007 --token-only",
        })
final class ServiceAccountsCommand {

    private static final String ID = "The service account's id, as listed.";
    private static final String SCOPE = "Permission granted in the project; repeatable.";

    private final Session session;

    ServiceAccountsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List the service accounts of a project.")
    void list(@Mixin TheProject in, @Mixin Paging paging) {
        ProjectId projectId = in.choose(session.connect());
        MachinesApi machines = session.connect().machines();
        paging.print(
                session.output(),
                page -> machines.listServiceAccounts(projectId, page),
                "id",
                "name",
                "scopes",
                "disabled",
                "created_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a service account, without a key.")
    void create(
            @Parameters(paramLabel = "NAME", description = "Name of the service account.") String name,
            @Mixin TheProject in,
            @Option(names = "--scope", required = true, paramLabel = "PERMISSION", description = SCOPE)
                    List<String> scopes,
            @Mixin Once once) {
        ProjectId projectId = in.choose(session.connect());
        CreateServiceAccount account = new CreateServiceAccount(name, scopes);
        session.output().one(session.connect().machines().createServiceAccount(projectId, account, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a service account with its keys.")
    void show(@Parameters(paramLabel = "ACCOUNT", description = ID) PrincipalId accountId, @Mixin TheProject in) {
        ProjectId projectId = in.choose(session.connect());
        session.output().one(session.connect().machines().getServiceAccount(projectId, accountId));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description =
                    "Change a service account; omitted options keep their values. Changes take effect immediately, "
                            + "also for tokens already minted.")
    void update(
            @Parameters(paramLabel = "ACCOUNT", description = ID) PrincipalId accountId,
            @Mixin TheProject in,
            @Option(names = "--name", paramLabel = "NAME", description = "New name.") @Nullable String name,
            @Option(
                            names = "--scope",
                            paramLabel = "PERMISSION",
                            description = SCOPE + " Replaces all existing scopes.")
                    @Nullable List<String> scopes,
            @Option(names = "--disable", description = "Revoke its tokens and refuse its keys.") boolean disable,
            @Option(names = "--enable", description = "Accept its keys again.") boolean enable,
            @Mixin Once once) {
        ProjectId projectId = in.choose(session.connect());
        boolean nothing = name == null && scopes == null && !disable && !enable;
        if (nothing || (disable && enable)) {
            throw new IllegalArgumentException("Specify --name, --scope, or one of --disable and --enable.");
        }
        MachinesApi machines = session.connect().machines();
        ServiceAccount now = machines.getServiceAccount(projectId, accountId);
        UpdateServiceAccount update = new UpdateServiceAccount(
                name == null ? now.name() : name,
                scopes == null ? now.scopes() : scopes,
                disable || (now.disabled() && !enable));
        session.output().one(machines.updateServiceAccount(projectId, accountId, update, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Delete a service account and revoke its keys and tokens immediately.")
    void delete(
            @Parameters(paramLabel = "ACCOUNT", description = ID) PrincipalId accountId,
            @Mixin TheProject in,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        ProjectId projectId = in.choose(session.connect());
        confirmation.require(session.terminal(), "Delete service account " + accountId + " and its keys?");
        session.output().one(session.connect().machines().deleteServiceAccount(projectId, accountId, once.key()));
    }

    @Command(
            name = "mint-token",
            mixinStandardHelpOptions = true,
            description = "Exchange a key for a token valid for 15 minutes. A secret is read from standard input; "
                    + "a private key is used to sign locally and is not sent.")
    void mintToken(
            @Option(names = "--key", required = true, paramLabel = "KEY", description = "The key's id.") KeyId keyId,
            @Option(
                            names = "--private-key",
                            paramLabel = "FILE",
                            description = "File with the private key (PKCS #8, PEM).")
                    @Nullable InputFile privateKey,
            @Option(
                            names = "--service-account",
                            paramLabel = "ACCOUNT",
                            description = "Service account that the key belongs to; required with --private-key.")
                    @Nullable PrincipalId accountId,
            @Option(names = "--token-only", description = "Print only the token.") boolean tokenOnly) {
        MintedToken minted = session.connectAnonymously().machines().mintToken(proof(keyId, privateKey, accountId));
        if (tokenOnly) {
            session.terminal().out().println(Words.printable(minted.accessToken()));
        } else {
            session.output().one(minted);
        }
    }

    private MintToken proof(KeyId keyId, @Nullable InputFile privateKey, @Nullable PrincipalId accountId) {
        if (privateKey == null && accountId == null) {
            return new MintToken(keyId, session.terminal().readSecret("Key secret"), null);
        }
        if (privateKey == null || accountId == null) {
            throw new IllegalArgumentException("--private-key and --service-account must be used together.");
        }
        String pem = privateKey.read(session.surroundings());
        return new MintToken(
                keyId,
                null,
                ClientAssertion.sign(
                        pem, accountId, session.surroundings().clock().instant()));
    }
}
