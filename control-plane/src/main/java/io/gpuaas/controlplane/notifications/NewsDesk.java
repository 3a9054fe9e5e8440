package io.gpuaas.controlplane.notifications;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.notifications.Recipients.Recipient;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Consumes events and notifies the people they concern, in the consumer's transaction: once each. */
@Component
class NewsDesk implements EventConsumer {

    private final ObjectProvider<Recipients> recipients;
    private final Notifications notifications;

    NewsDesk(ObjectProvider<Recipients> recipients, Notifications notifications) {
        this.recipients = recipients;
        this.notifications = notifications;
    }

    @Override
    public String name() {
        return "notifications-news-desk";
    }

    @Override
    public Set<String> types() {
        return News.TYPES;
    }

    @Override
    public boolean concerns(Received event) {
        return !News.of(event.event()).isEmpty();
    }

    @Override
    public void handle(Received event) {
        // An operator who also works in the project is notified once.
        Set<PrincipalId> told = new HashSet<>();
        News.of(event.event()).forEach(news -> tell(news, told));
    }

    private void tell(News news, Set<PrincipalId> told) {
        News worded = news.audience() == News.Audience.PROJECT ? withProjectName(news) : news;
        for (Recipient recipient : audience(worded)) {
            if (told.add(recipient.person())) {
                notifications.tell(recipient, worded);
            }
        }
    }

    private News withProjectName(News news) {
        return recipients.getObject().nameOf(project(news)).map(news::about).orElse(news);
    }

    private List<Recipient> audience(News news) {
        Recipients people = recipients.getObject();
        return switch (news.audience()) {
            case PAYERS -> people.whoPay(tenant(news));
            case PROJECT -> people.whoWorkIn(tenant(news), project(news));
            case OPERATORS -> people.whoOperate();
        };
    }

    private static TenantId tenant(News news) {
        return Objects.requireNonNull(news.subject().tenant());
    }

    private static ProjectId project(News news) {
        return Objects.requireNonNull(news.subject().project());
    }
}
