// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.NotificationId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notifications for users, and email sent by the platform. */
public final class NotificationsApi {

    private final Transport transport;

    NotificationsApi(Transport transport) {
        this.transport = transport;
    }

    /** List email written by the platform, newest first. */
    public MailPage listMail(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/mail")
                .page(page)
                .accept("application/json");
        return transport.send(call, MailPage.class);
    }

    /** List the caller's notification preferences. */
    public NotificationPreferences listNotificationPreferences() {
        Call call = Call.of("GET", "/api/v1/notification-preferences")
                .accept("application/json");
        return transport.send(call, NotificationPreferences.class);
    }

    /** List the caller's notifications, newest first. */
    public NotificationPage listNotifications(ListNotificationsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/notifications")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, NotificationPage.class);
    }

    /** Mark all of the caller's notifications as read. */
    public UnreadCount markAllNotificationsRead() {
        return markAllNotificationsRead(IdempotencyKey.random());
    }

    /** Mark all of the caller's notifications as read, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public UnreadCount markAllNotificationsRead(@Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/notifications/read")
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, UnreadCount.class);
    }

    /** Mark a notification as read. */
    public Notification markNotificationRead(NotificationId notificationId) {
        return markNotificationRead(notificationId, IdempotencyKey.random());
    }

    /** Mark a notification as read, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Notification markNotificationRead(NotificationId notificationId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/notifications/{notification_id}/read")
                .path("notification_id", notificationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Notification.class);
    }

    /** Update a notification preference. */
    public NotificationPreference setNotificationPreference(NotificationKind kind, SetNotificationPreference setNotificationPreference) {
        return setNotificationPreference(kind, setNotificationPreference, IdempotencyKey.random());
    }

    /** Update a notification preference, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public NotificationPreference setNotificationPreference(NotificationKind kind, SetNotificationPreference setNotificationPreference, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/notification-preferences/{kind}")
                .path("kind", kind)
                .idempotencyKey(idempotencyKey)
                .body(setNotificationPreference)
                .accept("application/json");
        return transport.send(call, NotificationPreference.class);
    }

    /** Filters of {@code listNotifications}. */
    public record ListNotificationsFilter(Map<String, String> parameters) {

        public ListNotificationsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListNotificationsFilter none() {
            return new ListNotificationsFilter(Map.of());
        }

        public ListNotificationsFilter unread(Boolean unread) {
            return new ListNotificationsFilter(Parameters.with(parameters, "unread", unread));
        }
    }
}
