/**
 * The database when the process starts: connections, the embedded server, migrations and their readiness. Code that
 * talks to the database later needs nothing from here.
 */
@NullMarked
package io.gpuaas.controlplane.platform.database;

import org.jspecify.annotations.NullMarked;
