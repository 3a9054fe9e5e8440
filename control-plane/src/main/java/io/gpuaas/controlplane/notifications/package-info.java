/**
 * What the platform tells people: an inbox for each, and mail.
 *
 * <p>To follow one read down: {@code NewsDesk} hears an event, {@code News} says what it means to people,
 * {@code Notifications} tells each as they prefer it, {@code Postman} takes letters to the mail server.
 *
 * <p>Invariants: a letter is written in the transaction of the change it tells of, an event is told once; many news of one
 * kind become one letter; a letter that cannot be delivered is given up after a bounded number of attempts and stays
 * visible; nothing here is read back as a fact by another domain.
 *
 * <p>Deliberately absent: who people are. The port {@code Recipients} is implemented by identity.
 */
@NullMarked
@ApplicationModule(displayName = "inboxes, preferences, mail")
package io.gpuaas.controlplane.notifications;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
