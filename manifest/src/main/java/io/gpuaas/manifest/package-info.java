/**
 * The manifest of an app, {@code gpuaas.app/v1}: read strictly, checked by rules with stable codes, and typed. Server and
 * command line share it, so that both judge a manifest alike.
 *
 * <p>Invariants: a manifest has one sequence of canonical bytes, whose digest is its identity; a manifest with an error
 * has no typed form; a parameter's value becomes part of one argument or one variable, is inserted once and never read
 * again.
 *
 * <p>Deliberately absent: storage, artifacts and signatures (control plane).
 */
@NullMarked
package io.gpuaas.manifest;

import org.jspecify.annotations.NullMarked;
