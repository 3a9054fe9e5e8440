/**
 * Commands for operators of hosts: nodes with their tasks, logs and telemetry, GPU slots, gateways, and the signed
 * releases of the node agent with their rollouts. Releases are signed without a server, so that a release key never
 * has to be on a machine that can reach one.
 */
@NullMarked
package io.gpuaas.cli.fleet;

import org.jspecify.annotations.NullMarked;
