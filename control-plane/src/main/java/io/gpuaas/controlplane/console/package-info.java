/**
 * The web console's files, built from the folder {@code console} of the repository, and the documentation, built from
 * {@code docs}. Both are carried in the jar (docs/adr/0017-console.md, docs/adr/0026-documentation-site.md).
 *
 * <p>Invariants: files under {@code /assets} carry a digest of their content in the name and are kept by browsers for
 * good; the page that names them is never kept; a page runs our scripts only and connects only to us and to the known
 * gateways. The browser decides what an address shows, so every address a person opens answers with the same page;
 * addresses of programs do not.
 *
 * <p>Deliberately absent: an API for the console alone. It uses the public API, with the session of {@code sessions}.
 */
@NullMarked
@ApplicationModule(displayName = "serves the console's files and the documentation")
package io.gpuaas.controlplane.console;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
