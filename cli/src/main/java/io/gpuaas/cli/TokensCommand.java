package io.gpuaas.cli;

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
        description = "Creates, lists and revokes your personal access tokens.",
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

    @Command(mixinStandardHelpOptions = true, description = "Lists your tokens; their secrets are not kept.")
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

    @Command(mixinStandardHelpOptions = true, description = "Creates a token and shows its secret once.")
    void create(
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "What it is for.")
                    String name,
            @Option(names = "--days", paramLabel = "N", description = "Ends so many days from now.") @Nullable Integer days,
            @Option(names = "--expires-at", paramLabel = "TIME", description = "Ends then.") @Nullable Instant expiresAt,
            @Option(
                            names = "--scope",
                            paramLabel = "PERMISSION",
                            description = "Narrow it to this permission; repeat for more (standard: all you may).")
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
        throw new IllegalArgumentException("Give --days or --expires-at: every token ends.");
    }

    @Command(mixinStandardHelpOptions = true, description = "Revokes a token; programs that use it are refused.")
    void revoke(
            @Parameters(paramLabel = "TOKEN", description = "The token's id, as listed.") AccessTokenId tokenId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke token " + tokenId + "?");
        session.output().one(session.connect().machines().revokeAccessToken(tokenId, once.key()));
    }
}
