package io.gpuaas.controlplane.notifications;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.notifications.Recipients.Recipient;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

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
        return !News.of(event.type(), event.payload(JsonNode.class)).isEmpty();
    }

    @Override
    public void handle(Received event) {
        JsonNode payload = event.payload(JsonNode.class);
        News.Subject subject = News.subject(event.type(), payload);
        // A person who is an operator and a member of the project is notified once.
        Set<PrincipalId> told = new HashSet<>();
        News.of(event.type(), payload).forEach(news -> tell(news, subject, payload, told));
    }

    private void tell(News news, News.Subject subject, JsonNode payload, Set<PrincipalId> told) {
        News worded = news.audience() == News.Audience.PROJECT ? about(project(payload), news) : news;
        for (Recipient recipient : audience(worded, subject.tenant(), payload)) {
            if (told.add(recipient.person())) {
                notifications.tell(recipient, subject, worded);
            }
        }
    }

    private News about(ProjectId project, News news) {
        return recipients.getObject().nameOf(project).map(news::about).orElse(news);
    }

    private static ProjectId project(JsonNode payload) {
        return ProjectId.parse(payload.path("project_id").asString());
    }

    private List<Recipient> audience(News news, @Nullable TenantId tenant, JsonNode payload) {
        Recipients people = recipients.getObject();
        if (news.audience() == News.Audience.OPERATORS || tenant == null) {
            return people.whoOperate();
        }
        return switch (news.audience()) {
            case PAYERS -> people.whoPay(tenant);
            case PROJECT -> people.whoWorkIn(tenant, project(payload));
            case OPERATORS -> people.whoOperate();
        };
    }
}
