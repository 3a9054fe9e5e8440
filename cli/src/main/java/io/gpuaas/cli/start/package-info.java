/**
 * Makes commands start fast. {@code Main} is what the launcher runs; {@code HeadStart} warms up JSON on a second
 * thread; {@code Rehearsal} runs during the build, which records an AOT cache from it. The build also rewrites the
 * class files of picocli for that cache (cli/start/RaiseClasses.java), and the launcher script sets JVM flags.
 *
 * <p>Nothing depends on this package: without it, everything works the same and starts more slowly. ADR 0024 has the
 * measurements and the alternatives.
 */
@NullMarked
package io.gpuaas.cli.start;

import org.jspecify.annotations.NullMarked;
