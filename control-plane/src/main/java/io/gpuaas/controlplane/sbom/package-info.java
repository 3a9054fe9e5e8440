/**
 * Software bills of materials: reads the packages that an SBOM lists, and finds out which versions of a package a range
 * covers, all as pure functions.
 *
 * <p>Invariants: reading has bounds on bytes, nesting, texts and packages, and ends with a reason when one is exceeded; a
 * version that cannot be compared counts as covered, with a mark that says so.
 *
 * <p>Deliberately absent: where SBOMs are stored and who is told, which are the package artifacts'.
 */
@NullMarked
@ApplicationModule(displayName = "SBOMs, and ranges of package versions")
package io.gpuaas.controlplane.sbom;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
