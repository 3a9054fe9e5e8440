package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.sdk.ChangePassword;
import io.gpuaas.sdk.CreateUser;
import io.gpuaas.sdk.DisableUser;
import io.gpuaas.sdk.PlatformRole;
import io.gpuaas.sdk.SetPlatformRoles;
import io.gpuaas.sdk.UserPassword;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "users",
        description = "Manage users, their platform roles and passwords.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas users list",
            "  gpuaas users create ada --name \"Ada Lovelace\" --email ada@example.com",
            "  gpuaas users show 0198c0de-0000-7000-8000-000000000003",
            "  gpuaas users disable 0198c0de-0000-7000-8000-000000000003 --reason \"left the company\"",
            "  gpuaas users enable 0198c0de-0000-7000-8000-000000000003",
            "  gpuaas users reset-password 0198c0de-0000-7000-8000-000000000003",
            "  gpuaas users remove-second-factors 0198c0de-0000-7000-8000-000000000003",
            "  gpuaas users set-platform-roles 0198c0de-0000-7000-8000-000000000003 --role operator --role auditor",
            "  gpuaas users change-password",
        })
final class UsersCommand {

    private static final String ID = "The user's id, as listed.";

    private final Session session;

    UsersCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List the users of this installation.")
    void list(@Mixin Paging paging) {
        paging.print(
                session.output(),
                session.connect().users()::listUsers,
                "id",
                "username",
                "display_name",
                "email",
                "state",
                "platform_roles");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a user and show the initial password once.")
    void create(
            @Parameters(paramLabel = "USERNAME", description = "User name to sign in with.") String username,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "The person's name.")
                    String name,
            @Option(
                            names = "--email",
                            paramLabel = "EMAIL",
                            description =
                                    "The person's verified email address; the user can accept invitations sent to it.")
                    @Nullable String email,
            @Mixin Once once) {
        CreateUser user = new CreateUser(username, name, email);
        UserPassword created = session.connect().users().createUser(user, once.key());
        session.output().once(created, created.secret());
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a user.")
    void show(@Parameters(paramLabel = "USER", description = ID) PrincipalId userId) {
        session.output().one(session.connect().users().getUser(userId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Disable a user and end all access; roles are kept.")
    void disable(
            @Parameters(paramLabel = "USER", description = ID) PrincipalId userId,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Disable user " + userId + " and end all access?");
        session.output().one(session.connect().users().disableUser(userId, new DisableUser(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Enable a disabled user.")
    void enable(@Parameters(paramLabel = "USER", description = ID) PrincipalId userId, @Mixin Once once) {
        session.output().one(session.connect().users().enableUser(userId, once.key()));
    }

    @Command(
            name = "reset-password",
            mixinStandardHelpOptions = true,
            description = "Reset a user's password, show the new one once and end the user's sessions.")
    void resetPassword(
            @Parameters(paramLabel = "USER", description = ID) PrincipalId userId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Reset the password of user " + userId + "?");
        UserPassword reset = session.connect().users().resetPassword(userId, once.key());
        session.output().once(reset, reset.secret());
    }

    @Command(
            name = "remove-second-factors",
            mixinStandardHelpOptions = true,
            description = "Remove a user's second factors and end the user's sessions.")
    void removeSecondFactors(
            @Parameters(paramLabel = "USER", description = ID) PrincipalId userId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Remove the second factors of user " + userId + "?");
        session.output().one(session.connect().users().removeSecondFactors(userId, once.key()));
    }

    @Command(
            name = "set-platform-roles",
            mixinStandardHelpOptions = true,
            description = "Set a user's platform roles, replacing the current ones.")
    void setPlatformRoles(
            @Parameters(paramLabel = "USER", description = ID) PrincipalId userId,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            description =
                                    "Role: platform_admin, operator, auditor, finance or reviewer; repeatable (default: no roles).")
                    @Nullable List<String> roles,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        List<PlatformRole> chosen = (roles == null ? List.<String>of() : roles)
                .stream()
                        .map(role -> Words.choose(PlatformRole.values(), PlatformRole::wire, role))
                        .toList();
        confirmation.require(session.terminal(), "Set the platform roles of user " + userId + "?");
        session.output()
                .one(session.connect().users().setPlatformRoles(userId, new SetPlatformRoles(chosen), once.key()));
    }

    @Command(
            name = "change-password",
            mixinStandardHelpOptions = true,
            description = {
                "Change your password and sign out everywhere.",
                "Without a terminal, reads the current and the new password from two lines of standard input."
            })
    void changePassword() {
        List<String> typed = session.terminal().readSecrets("Current password", "New password");
        ChangePassword change = new ChangePassword(typed.get(0), typed.get(1));
        session.output().one(session.connect().users().changePassword(change));
    }
}
