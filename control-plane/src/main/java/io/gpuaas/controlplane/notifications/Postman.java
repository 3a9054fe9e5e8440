package io.gpuaas.controlplane.notifications;

import io.gpuaas.controlplane.notifications.MailStore.Waiting;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.mail.MailException;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.stereotype.Component;

/**
 * Delivers letters to the mail server, in the role event-consumers. An undeliverable letter is retried at growing
 * intervals and then abandoned, visibly. A letter that was handed over just as a process died may arrive twice, but is
 * never lost.
 */
@Component
class Postman implements BackgroundWork {

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
        this.dead = metrics.gauge("gpuaas_mail_dead", new AtomicLong());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), Role.EVENT_CONSUMERS, "notifications.mail", this::round);
        rounds.every(Duration.ofHours(6), Role.EVENT_CONSUMERS, "notifications.delete-old-inboxes", this::deleteOld)
                .firstAfter(Duration.ofMinutes(15));
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

    void deleteOld() {
        inboxes.deleteOld(clock.instant());
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
