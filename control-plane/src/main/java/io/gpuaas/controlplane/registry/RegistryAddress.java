package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The address under which OCI clients reach the registry. */
@Component
public class RegistryAddress {

    private final GpuaasProperties.Registry settings;
    private final ObjectProvider<RegistryListener> listener;

    RegistryAddress(GpuaasProperties properties, ObjectProvider<RegistryListener> listener) {
        this.settings = properties.registry();
        this.listener = listener;
    }

    /** The public URL that was set, or the listener's own address. */
    public String url() {
        String set = settings.publicUrl();
        if (set != null && !set.isBlank()) {
            return set.replaceFirst("/+$", "");
        }
        int open = listener.getObject().port();
        String host = settings.address().contains(":") ? "[" + settings.address() + "]" : settings.address();
        return "http://" + host + ":" + (open > 0 ? open : settings.port());
    }
}
