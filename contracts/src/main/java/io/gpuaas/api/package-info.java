/**
 * The public API as Java: one interface per tag, one record per schema, generated from {@code contracts/openapi.yaml};
 * and, by hand, the annotation that carries an operation's rules to the pipeline.
 *
 * <p>Deliberately absent: behaviour. A handler implements an interface; the pipeline reads {@link ContractOperation}.
 */
@NullMarked
package io.gpuaas.api;

import org.jspecify.annotations.NullMarked;
