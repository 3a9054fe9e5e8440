/**
 * Recordings of terminals on this host (docs/adr/0018-recordings.md): written to a bounded spool before anybody sees the
 * bytes, shipped to the control plane segment by segment, deleted here when it has confirmed their digest.
 *
 * <p>Invariants: what a client was sent from a recorded terminal is in the spool, also when this program is killed; a
 * strict recording that cannot be written ends its terminal; a lenient one counts what it lost and says so.
 */
@NullMarked
package io.gpuaas.agent.recording;

import org.jspecify.annotations.NullMarked;
