package io.gpuaas.cli.identity;

import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.tree.Verbs.Group;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class IdentityTopic {

    private IdentityTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("login", () -> new LoginCommand(session));
        commands.put("logout", () -> new LogoutCommand(session));
        commands.put("whoami", () -> new WhoamiCommand(session));
        commands.put("me", () -> new MeCommand(session));
        commands.put("profiles", () -> new ProfilesCommand(session));
        commands.put("permissions", () -> new PermissionsCommand(session));
        commands.put("tenants", () -> new TenantsCommand(session));
        commands.put("projects", () -> new ProjectsCommand(session));
        commands.put("notifications", () -> new NotificationsCommand(session));
        commands.put("members", () -> new MembersCommand(session));
        commands.put("invitations", () -> new InvitationsCommand(session));
        commands.put(
                "service-accounts",
                () -> new Group(new ServiceAccountsCommand(session))
                        .with("keys", () -> new ServiceAccountKeysCommand(session)));
        commands.put("tokens", () -> new TokensCommand(session));
        commands.put("ssh-keys", () -> new SshKeysCommand(session));
        commands.put("users", () -> new UsersCommand(session));
        commands.put("principals", () -> new PrincipalsCommand(session));
        return commands;
    }
}
