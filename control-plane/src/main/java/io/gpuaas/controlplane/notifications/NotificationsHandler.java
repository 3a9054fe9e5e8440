package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.Mail;
import io.gpuaas.api.MailPage;
import io.gpuaas.api.Notification;
import io.gpuaas.api.NotificationKind;
import io.gpuaas.api.NotificationPage;
import io.gpuaas.api.NotificationPreference;
import io.gpuaas.api.NotificationPreferences;
import io.gpuaas.api.NotificationsApi;
import io.gpuaas.api.SetNotificationPreference;
import io.gpuaas.api.UnreadCount;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NotificationId;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class NotificationsHandler implements NotificationsApi {

    private static final String MAIL = "mail";
    private static final String LISTING = "notifications";

    private final MailStore letters;
    private final NotificationStore store;
    private final Clock clock;

    NotificationsHandler(MailStore letters, NotificationStore store, Clock clock) {
        this.letters = letters;
        this.store = store;
        this.clock = clock;
    }

    @Override
    public MailPage listMail(Integer limit, @Nullable String cursor) {
        List<Mail> rows = letters.newestFirst(PageCursor.decode(MAIL, cursor, Long::parseLong), limit + 1);
        return new MailPage(PageCursor.page(rows, limit), PageCursor.next(MAIL, rows, limit, Mail::id));
    }

    @Override
    public NotificationPage listNotifications(@Nullable Boolean unread, Integer limit, @Nullable String cursor) {
        UUID before = PageCursor.decode(LISTING, cursor, UUID::fromString);
        List<Notification> rows = store.newestFirst(me(), Boolean.TRUE.equals(unread), before, limit + 1);
        return new NotificationPage(
                PageCursor.page(rows, limit),
                store.unread(me()),
                PageCursor.next(LISTING, rows, limit, row -> row.id().value()));
    }

    @Override
    public Notification markNotificationRead(NotificationId id) {
        return store.markRead(me(), id, clock.instant()).orElseThrow(() -> ProblemException.notFound("notification"));
    }

    @Override
    public UnreadCount markAllNotificationsRead() {
        store.markAllRead(me(), clock.instant());
        return new UnreadCount(store.unread(me()));
    }

    @Override
    public NotificationPreferences listNotificationPreferences() {
        return new NotificationPreferences(store.preferences(me()));
    }

    @Override
    public NotificationPreference setNotificationPreference(NotificationKind kind, SetNotificationPreference command) {
        store.prefer(me(), kind, command.console(), command.mail());
        return new NotificationPreference(kind.wire(), command.console(), command.mail());
    }

    private static String me() {
        return Call.current().caller().id();
    }
}
