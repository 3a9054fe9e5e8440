/**
 * Builds the tree of commands: only those that the arguments may name, since picocli takes longer to build all of them
 * than most commands run, and each with its examples.
 */
@NullMarked
package io.gpuaas.cli.tree;

import org.jspecify.annotations.NullMarked;
