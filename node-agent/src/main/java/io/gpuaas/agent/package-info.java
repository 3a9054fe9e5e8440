/**
 * The node agent: enrols a host, keeps its certificate, asks for tasks, tells how host and tasks are.
 *
 * <p>It dials out only, except for the guests of its own host. Deliberately absent: Spring, a database, and anything of
 * the public API.
 */
@NullMarked
package io.gpuaas.agent;

import org.jspecify.annotations.NullMarked;
