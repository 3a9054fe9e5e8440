package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.sdk.CreateAccessToken;
import io.gpuaas.sdk.NewAccessToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tokens",
        description = "Create, list and revoke your personal access tokens.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas tokens list",
            "  gpuaas tokens create --name backup --days 30 --scope projects.read --scope policies.read",
            "  gpuaas tokens revoke 0198c0de-0000-7000-8000-000000000005",
        })
final class TokensCommand {

    private final Session session;

    TokensCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List your tokens; secrets are not stored.")
    void list(@Mixin Paging paging) {
        paging.print(
                session.output(),
                session.connect().machines()::listAccessTokens,
                "id",
                "name",
                "scopes",
                "expires_at",
                "last_used_at",
                "revoked_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a token and show its secret once.")
    void create(
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Name of the token.")
                    String name,
            @Option(names = "--days", paramLabel = "N", description = "Lifetime in days.") @Nullable Integer days,
            @Option(names = "--expires-at", paramLabel = "TIME", description = "Time at which the token expires.")
                    @Nullable Instant expiresAt,
            @Option(
                            names = "--scope",
                            paramLabel = "PERMISSION",
                            description =
                                    "Permission to limit the token to; repeatable (default: all your permissions).")
                    @Nullable List<String> scopes,
            @Mixin Once once) {
        CreateAccessToken wanted = new CreateAccessToken(name, scopes, end(days, expiresAt));
        NewAccessToken created = session.connect().machines().createAccessToken(wanted, once.key());
        session.output().once(created, created.secret());
    }

    private Instant end(@Nullable Integer days, @Nullable Instant expiresAt) {
        if (days != null && expiresAt == null) {
            return session.surroundings().clock().instant().plus(Duration.ofDays(days));
        }
        if (days == null && expiresAt != null) {
            return expiresAt;
        }
        throw new IllegalArgumentException("Specify either --days or --expires-at; every token expires.");
    }

    @Command(mixinStandardHelpOptions = true, description = "Revoke a token; programs that use it lose access.")
    void revoke(
            @Parameters(paramLabel = "TOKEN", description = "The token's id, as listed.") AccessTokenId tokenId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke token " + tokenId + "?");
        session.output().one(session.connect().machines().revokeAccessToken(tokenId, once.key()));
    }
}
