package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AnswerInvitation;
import io.gpuaas.sdk.CreateInvitation;
import io.gpuaas.sdk.Invitation;
import io.gpuaas.sdk.JoinByInvitation;
import io.gpuaas.sdk.ProjectRole;
import io.gpuaas.sdk.TenancyApi;
import io.gpuaas.sdk.TenantRole;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "invitations",
        description = "Invite people to a tenant or project, and accept or decline invitations.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas invitations list --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas invitations create ada@example.com --role tenant_admin \\",
            "      --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas invitations create bob@example.com --role project_member \\",
            "      --tenant 0198c0de-0000-7000-8000-000000000001 --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas invitations revoke 0198c0de-0000-7000-8000-000000000004 \\",
            "      --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas invitations join --name \"Ada Lovelace\"",
            "  gpuaas invitations accept < token-from-the-mail.txt",
            "  gpuaas invitations decline < token-from-the-mail.txt",
        })
final class InvitationsCommand {

    private final Session session;

    InvitationsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List pending invitations.")
    void list(@Mixin TheTenant of, @Mixin Paging paging) {
        TenancyApi tenancy = session.connect().tenancy();
        TenantId tenantId = of.choose(session.connect());
        paging.print(
                session.output(),
                page -> tenancy.listInvitations(tenantId, page),
                "id",
                "email",
                "role",
                "project_id",
                "state",
                "expires_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Invite a person by email.")
    void create(
            @Parameters(paramLabel = "EMAIL", description = "The person's email address.") String email,
            @Mixin TheTenant of,
            @Option(
                            names = "--project",
                            paramLabel = "PROJECT",
                            description = "Project to invite the person to; requires a project role.")
                    @Nullable ProjectId projectId,
            @Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            description = "Role: tenant_owner, tenant_admin or tenant_billing; with --project "
                                    + "project_admin, project_member or project_viewer.")
                    String role,
            @Mixin Once once) {
        CreateInvitation invitation = projectId == null
                ? new CreateInvitation(email, Words.choose(TenantRole.values(), TenantRole::wire, role), null, null)
                : new CreateInvitation(
                        email, null, projectId, Words.choose(ProjectRole.values(), ProjectRole::wire, role));
        Invitation made =
                session.connect().tenancy().createInvitation(of.choose(session.connect()), invitation, once.key());
        session.output().one(made);
        if (made.letterSentAt() != null) {
            session.output()
                    .note("The email was sent at " + made.letterSentAt() + ". Each address gets at most one per hour.");
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Revoke an invitation.")
    void revoke(
            @Parameters(paramLabel = "INVITATION", description = "The invitation's id, as listed.")
                    InvitationId invitationId,
            @Mixin TheTenant of,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke invitation " + invitationId + "?");
        session.output()
                .one(session.connect()
                        .tenancy()
                        .revokeInvitation(of.choose(session.connect()), invitationId, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Accept an invitation; reads its token, sent by email, from standard input.")
    void accept(@Mixin Once once) {
        session.output().one(session.connect().tenancy().acceptInvitation(readToken(), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Decline an invitation; reads its token, sent by email, from standard input.")
    void decline(@Mixin Once once) {
        session.output().one(session.connect().tenancy().declineInvitation(readToken(), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Accept an invitation as a new user; creates an account named after the email address.",
                "Without a terminal, reads the token and the password from two lines of standard input."
            })
    void join(
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Your name.") String name,
            @Option(
                            names = "--username",
                            paramLabel = "USERNAME",
                            description = "User name to sign in with (default: your email address).")
                    @Nullable String username) {
        List<String> typed = session.terminal().readSecrets("Invitation token", "New password");
        JoinByInvitation join = new JoinByInvitation(typed.get(0), username, name, typed.get(1));
        session.output().one(session.connectAnonymously().users().joinByInvitation(join));
    }

    private AnswerInvitation readToken() {
        String token = session.terminal().readSecret("Invitation token");
        if (token.isEmpty()) {
            throw new IllegalArgumentException("Standard input contains no invitation token.");
        }
        return new AnswerInvitation(token);
    }
}
