/**
 * The parts that all HTTP listeners share: the client's address behind proxies, the first and last valves of a request,
 * health checks, and the port of the metrics.
 *
 * <p>Deliberately absent: the listeners of nodes, gateways and the registry, and TLS (their own packages, certificates).
 */
@NullMarked
@ApplicationModule(displayName = "HTTP listeners: client addresses, health")
package io.gpuaas.controlplane.listeners;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
