package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.NotificationKind;
import io.gpuaas.controlplane.notifications.Recipients.Recipient;
import io.gpuaas.kernel.PrincipalId;
import org.springframework.stereotype.Component;

/** Adds a notification to a person's inbox in the caller's transaction, where a separate letter is sent already. */
@Component
public class Inbox {

    private final Notifications notifications;

    Inbox(Notifications notifications) {
        this.notifications = notifications;
    }

    public void put(PrincipalId person, NotificationKind kind, String title, String body) {
        notifications.tell(
                new Recipient(person, null), new News(kind, News.Audience.PROJECT, News.Subject.NONE, title, body));
    }
}
