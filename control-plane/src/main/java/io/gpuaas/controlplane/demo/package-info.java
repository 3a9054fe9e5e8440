/**
 * The past of a demo installation (docs/adr/0032-demo-past.md): what three projects did since the beginning of last
 * month, written at the first start by people and hosts of this process.
 *
 * <p>Invariants: it acts through the API and the node services alone and writes no table of its own; it runs once, in an
 * empty installation, before the process is ready; after an interruption the installation does not start. The API
 * already answers anybody while it runs, and such requests are dated to the past; {@code /readyz} is red until it ends.
 */
@NullMarked
@ApplicationModule(displayName = "past of demos")
package io.gpuaas.controlplane.demo;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
