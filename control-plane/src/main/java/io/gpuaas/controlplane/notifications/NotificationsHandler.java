package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.Mail;
import io.gpuaas.api.MailPage;
import io.gpuaas.api.NotificationsApi;
import io.gpuaas.controlplane.platform.PageCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class NotificationsHandler implements NotificationsApi {

    private static final String LISTING = "mail";

    private final MailStore store;

    NotificationsHandler(MailStore store) {
        this.store = store;
    }

    @Override
    public MailPage listMail(Integer limit, @Nullable String cursor) {
        List<Mail> rows = store.newestFirst(PageCursor.decode(LISTING, cursor, Long::parseLong), limit + 1);
        return new MailPage(PageCursor.page(rows, limit), PageCursor.next(LISTING, rows, limit, Mail::id));
    }
}
