/**
 * The fleet: how hosts enrol and prove their identity, their tasks, their topology, their state and telemetry. Hosts
 * dial a listener of their own (docs/adr/0010-node-protocol.md).
 *
 * <p>Invariants: a call is answered only to the current or next certificate of a node that is not retired, judged from
 * memory on every call; a task is moved only by {@link io.gpuaas.controlplane.nodes.NodeTasks} and its reports, and its
 * end is final; a node's state is changed only along {@code NodeStates}; a number of a task is given once.
 *
 * <p>Deliberately absent: the pipeline (a host is no principal), a thread or a database query per waiting host, any
 * knowledge of what tasks are for.
 */
@NullMarked
@ApplicationModule(displayName = "enrolment, tasks, states, topology, telemetry of hosts")
package io.gpuaas.controlplane.nodes;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
