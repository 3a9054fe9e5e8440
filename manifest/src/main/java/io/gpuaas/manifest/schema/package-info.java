/**
 * The subset of JSON Schema 2020-12 in which apps describe their parameters: checked before it is used, bounded, and
 * with patterns that match in linear time.
 *
 * <p>Deliberately absent: remote references, recursion, combinators other than one level of if/then/else, and patterns
 * with lookaround or back-references.
 */
@NullMarked
package io.gpuaas.manifest.schema;

import org.jspecify.annotations.NullMarked;
