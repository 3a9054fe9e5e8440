package io.gpuaas.controlplane.events;

import org.springframework.stereotype.Component;

/** Wakes the relay of this process when something was committed. */
@Component
class RelaySignal extends Signal {}
