/**
 * Reads and writes the standard streams: tables, JSON, YAML, progress, live events and secrets typed at a prompt. Text
 * from elsewhere is printed without control characters, so that it cannot control the terminal.
 */
@NullMarked
package io.gpuaas.cli.output;

import org.jspecify.annotations.NullMarked;
