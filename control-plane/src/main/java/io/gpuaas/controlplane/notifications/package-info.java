/**
 * Notifies people: an inbox for each, and mail.
 *
 * <p>To follow one read down: {@code NewsDesk} consumes an event, {@code News} words it, {@code Notifications} notifies
 * each person according to their preferences, {@code Postman} delivers letters to the mail server.
 *
 * <p>Invariants: a letter is written in the transaction of the change it reports, an event leads to one notification;
 * many notifications of one kind become one letter; an undeliverable letter is abandoned after a bounded number of
 * attempts and stays visible; nothing here is read back as a fact by another domain.
 *
 * <p>Deliberately absent: who people are. The port {@code Recipients} is implemented by identity.
 */
@NullMarked
@ApplicationModule(displayName = "inboxes, preferences, mail")
package io.gpuaas.controlplane.notifications;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
