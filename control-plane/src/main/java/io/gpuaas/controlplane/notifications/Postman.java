package io.gpuaas.controlplane.notifications;

import io.gpuaas.controlplane.notifications.MailStore.Waiting;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.mail.MailException;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Delivers letters to the mail server, in the role event-consumers. An undeliverable letter is retried at growing
 * intervals and then abandoned, visibly. A letter that was handed over just as a process died may arrive twice, but is
 * never lost.
 */
@Component
class Postman {

    static final int ATTEMPTS_MAX = 8;

    private static final Logger log = LoggerFactory.getLogger(Postman.class);
    private static final int AT_A_TIME = 50;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(30);

    private final MailStore store;
    private final Notifications notifications;
    private final NotificationStore inboxes;
    private final JavaMailSender server;
    private final Clock clock;
    private final GpuaasProperties.Mail settings;
    private final boolean works;
    private final AtomicLong dead;

    Postman(
            MailStore store,
            Notifications notifications,
            NotificationStore inboxes,
            JavaMailSender server,
            Clock clock,
            GpuaasProperties properties,
            MeterRegistry metrics) {
        this.store = store;
        this.notifications = notifications;
        this.inboxes = inboxes;
        this.server = server;
        this.clock = clock;
        this.settings = properties.mail();
        this.works = properties.has(GpuaasProperties.Role.EVENT_CONSUMERS);
        this.dead = metrics.gauge("gpuaas_mail_dead", new AtomicLong());
    }

    @Scheduled(fixedDelayString = "PT2S")
    void work() {
        if (!works) {
            return;
        }
        try {
            round();
        } catch (DataAccessException e) {
            log.warn("mail was interrupted; trying again", e);
        }
    }

    void round() {
        notifications.writeDigests();
        List<Waiting> due = store.claim(clock.instant(), AT_A_TIME);
        while (!due.isEmpty()) {
            due.forEach(this::deliver);
            due = store.claim(clock.instant(), AT_A_TIME);
        }
        dead.set(store.dead());
    }

    @Scheduled(initialDelayString = "PT15M", fixedDelayString = "PT6H")
    void deleteOld() {
        if (works) {
            inboxes.deleteOld(clock.instant());
        }
    }

    private void deliver(Waiting letter) {
        SimpleMailMessage message = new SimpleMailMessage();
        message.setFrom(settings.from());
        message.setTo(letter.recipient());
        message.setSubject(oneLine(letter.subject()));
        message.setText(letter.body());
        try {
            server.send(message);
            store.sent(letter.id());
        } catch (MailException e) {
            failed(letter, String.valueOf(e.getMostSpecificCause().getMessage()));
        }
    }

    /** Names people chose stand in subjects: none of them may begin a header of its own. */
    static String oneLine(String subject) {
        return subject.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    private void failed(Waiting letter, String why) {
        if (letter.attempts() >= ATTEMPTS_MAX) {
            log.atError()
                    .addKeyValue("mail", letter.id())
                    .addKeyValue("attempts", letter.attempts())
                    .addKeyValue("reason", why)
                    .log("could not deliver a mail; giving up");
            store.giveUp(letter.id(), why);
            return;
        }
        Instant due = clock.instant().plus(FIRST_RETRY.multipliedBy(1L << (letter.attempts() - 1)));
        log.atInfo()
                .addKeyValue("mail", letter.id())
                .addKeyValue("retry_at", due)
                .addKeyValue("reason", why)
                .log("could not deliver a mail; retrying");
        store.retry(letter.id(), due, why);
    }
}
