package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.sdk.RevokeAccess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "principals",
        description = "Revoke the access of users and service accounts.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas principals revoke 0198c0de-0000-7000-8000-000000000003 --reason \"laptop stolen\"",
        })
final class PrincipalsCommand {

    private final Session session;

    PrincipalsCommand(Session session) {
        this.session = session;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Revoke every token and key of a principal immediately; roles are kept.")
    void revoke(
            @Parameters(paramLabel = "PRINCIPAL", description = "The principal's id.") PrincipalId principalId,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke every token and key of " + principalId + "?");
        RevokeAccess revocation = new RevokeAccess(reason.text());
        session.output().one(session.connect().machines().revokeAccess(principalId, revocation, once.key()));
    }
}
