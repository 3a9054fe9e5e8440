/**
 * What the platform tells people: mail.
 *
 * <p>Invariants: a letter is written in the transaction of the change it tells of; nothing here is read
 * back as a fact by another domain.
 *
 * <p>Deliberately absent: sending. An installation reads its mail at {@code GET /api/v1/mail}.
 */
@NullMarked
package io.gpuaas.controlplane.notifications;

import org.jspecify.annotations.NullMarked;
