/**
 * Arguments that several commands share: picocli mixins, names that are looked up, and the defaults of a profile.
 * Values that depend on other arguments are resolved after all of them are parsed, because the last one may name the
 * server or the profile.
 */
@NullMarked
package io.gpuaas.cli.options;

import org.jspecify.annotations.NullMarked;
