package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
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
        description = "Show your notifications and choose how they reach you.",
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

    @Command(mixinStandardHelpOptions = true, description = "List your notifications, newest first.")
    void list(
            @Option(names = "--unread", description = "Show only unread notifications.") boolean unread,
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

    @Command(mixinStandardHelpOptions = true, description = "Mark a notification as read.")
    void read(
            @Parameters(paramLabel = "NOTIFICATION", description = "The notification's id, as listed.")
                    NotificationId notification) {
        session.output().one(api().markNotificationRead(notification));
    }

    @Command(name = "read-all", mixinStandardHelpOptions = true, description = "Mark all notifications as read.")
    void readAll() {
        session.output().one(api().markAllNotificationsRead());
    }

    @Command(mixinStandardHelpOptions = true, description = "Show how each kind of notification reaches you.")
    void preferences() {
        session.output().list(api().listNotificationPreferences().items().iterator(), "kind", "console", "mail");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Choose how a kind of notification reaches you: in the console, by email, both or neither.")
    void prefer(
            @Parameters(
                            paramLabel = "KIND",
                            description = "Kind of notification, as listed by gpuaas notifications preferences.")
                    NotificationKind kind,
            @Option(
                            names = "--console",
                            negatable = true,
                            required = true,
                            description = "Show these notifications in the console.")
                    boolean console,
            @Option(
                            names = "--mail",
                            negatable = true,
                            required = true,
                            description = "Send these notifications by email.")
                    boolean mail) {
        session.output().one(api().setNotificationPreference(kind, new SetNotificationPreference(console, mail)));
    }
}
