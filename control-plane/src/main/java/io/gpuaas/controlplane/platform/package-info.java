/**
 * The foundation of every domain: the current call, errors, ids and clock, the database, logs, metrics and traces.
 *
 * <p>Invariants: an error that leaves the process is a {@link io.gpuaas.controlplane.platform.ProblemException} with a
 * catalogued code; secrets are taken out of log lines in one place; time and ids come from injected sources.
 *
 * <p>Deliberately absent: any rule of a domain. This package knows no tenant's table.
 */
@NullMarked
@ApplicationModule(displayName = "the current call, errors, paging, settings, database, logs, metrics, traces")
package io.gpuaas.controlplane.platform;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
