package io.gpuaas.controlplane.events;

import io.gpuaas.kernel.IdSource;
import org.springframework.stereotype.Component;

/** Names this process among those that share the work; new with every start. */
@Component
record ProcessName(String value) {

    @org.springframework.beans.factory.annotation.Autowired
    ProcessName(IdSource ids) {
        this(ProcessHandle.current().pid() + "-" + ids.next());
    }
}
