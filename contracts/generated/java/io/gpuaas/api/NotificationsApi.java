// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.NotificationId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

/** Notifications for users, and email sent by the platform. */
public interface NotificationsApi {

    /** List email written by the platform, newest first. */
    @ContractOperation(
            id = "listMail",
            permission = "mail.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "mail.read")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/mail", produces = "application/json")
    MailPage listMail(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the caller's notification preferences. */
    @ContractOperation(
            id = "listNotificationPreferences",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/notification-preferences", produces = "application/json")
    NotificationPreferences listNotificationPreferences();

    /** List the caller's notifications, newest first. */
    @ContractOperation(
            id = "listNotifications",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/notifications", produces = "application/json")
    NotificationPage listNotifications(
            @RequestParam(name = "unread", required = false) @Nullable Boolean unread,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Mark all of the caller's notifications as read. */
    @ContractOperation(
            id = "markAllNotificationsRead",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "notification.read_all")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/notifications/read", produces = "application/json")
    UnreadCount markAllNotificationsRead();

    /** Mark a notification as read. */
    @ContractOperation(
            id = "markNotificationRead",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "notification.read")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/notifications/{notification_id}/read", produces = "application/json")
    Notification markNotificationRead(
            @PathVariable("notification_id") NotificationId notificationId);

    /** Update a notification preference. */
    @ContractOperation(
            id = "setNotificationPreference",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "notification_preference.set")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/notification-preferences/{kind}", produces = "application/json", consumes = "application/json")
    NotificationPreference setNotificationPreference(
            @PathVariable("kind") NotificationKind kind,
            @Valid @RequestBody SetNotificationPreference setNotificationPreference);
}
