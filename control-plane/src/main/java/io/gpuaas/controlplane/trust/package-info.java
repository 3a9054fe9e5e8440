/**
 * Trust in artifacts: the states of trust and promotion, the decision whether an artifact may run, and the verification
 * of signatures, all as pure functions that need no network and no table.
 *
 * <p>Invariants: material that cannot be read fails, it is never skipped; a signature counts only for the digest and the
 * purpose it names; keys and certificates inside signed material choose nothing.
 *
 * <p>Deliberately absent: storage of keys and evidence, which the package artifacts has, and keyless signatures.
 */
@NullMarked
@ApplicationModule(displayName = "trust and promotion of artifacts, signatures")
package io.gpuaas.controlplane.trust;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
