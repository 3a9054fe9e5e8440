/**
 * Documents in JSON or strict YAML, read within bounds and with the place of each value, and their canonical bytes.
 *
 * <p>Deliberately absent: YAML's tags, anchors, aliases, merge keys, several documents in one file, and values that two
 * YAML readers could read differently.
 */
@NullMarked
package io.gpuaas.manifest.json;

import org.jspecify.annotations.NullMarked;
