/**
 * Turns the contract into code, and keeps the contract from breaking its users unseen.
 *
 * <p>Every generator answers a {@link FileTree}; only {@link Codegen} writes to the work tree, so generating and
 * looking for drift cannot come apart. Output depends on the contract alone: no clock, no host, no order of a hash map.
 *
 * <p>Deliberately absent: any dependency on what is generated. This module builds before, and without, the others.
 */
@NullMarked
package io.gpuaas.codegen;

import org.jspecify.annotations.NullMarked;
