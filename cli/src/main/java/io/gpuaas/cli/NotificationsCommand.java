package io.gpuaas.cli;

import io.gpuaas.kernel.NotificationId;
import io.gpuaas.sdk.NotificationKind;
import io.gpuaas.sdk.NotificationsApi;
import io.gpuaas.sdk.SetNotificationPreference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "notifications",
        description = "Shows what the platform told you, and chooses how news reach you.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas notifications list --unread",
            "  gpuaas notifications read 0198c0de-0000-7000-8000-00000000000c",
            "  gpuaas notifications read-all",
            "  gpuaas notifications preferences",
            "  gpuaas notifications prefer node_trouble --console --no-mail",
        })
final class NotificationsCommand {

    private final Session session;

    NotificationsCommand(Session session) {
        this.session = session;
    }

    private NotificationsApi api() {
        return session.connect().notifications();
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists what you were told, newest first.")
    void list(
            @Option(names = "--unread", description = "Only what you have not read.") boolean unread,
            @Mixin Paging paging) {
        NotificationsApi api = api();
        NotificationsApi.ListNotificationsFilter none = NotificationsApi.ListNotificationsFilter.none();
        NotificationsApi.ListNotificationsFilter filter = unread ? none.unread(true) : none;
        paging.print(
                session.output(),
                page -> api.listNotifications(filter, page),
                "id",
                "created_at",
                "kind",
                "title",
                "body",
                "read_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Marks one as read.")
    void read(
            @Parameters(paramLabel = "NOTIFICATION", description = "Its id, as listed.") NotificationId notification) {
        session.output().one(api().markNotificationRead(notification));
    }

    @Command(name = "read-all", mixinStandardHelpOptions = true, description = "Marks everything as read.")
    void readAll() {
        session.output().one(api().markAllNotificationsRead());
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows which news reach you, and how.")
    void preferences() {
        session.output().list(api().listNotificationPreferences().items().iterator(), "kind", "console", "mail");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Chooses how news of a kind reach you; with neither, not at all.")
    void prefer(
            @Parameters(paramLabel = "KIND", description = "Which news, as listed by preferences.")
                    NotificationKind kind,
            @Option(
                            names = "--console",
                            negatable = true,
                            required = true,
                            description = "Whether the console shows them.")
                    boolean console,
            @Option(names = "--mail", negatable = true, required = true, description = "Whether they come by mail.")
                    boolean mail) {
        session.output().one(api().setNotificationPreference(kind, new SetNotificationPreference(console, mail)));
    }
}
