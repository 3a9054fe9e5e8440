package io.gpuaas.controlplane.listeners;

import org.springframework.context.ApplicationContext;

/** Where a control plane under test serves its metrics. */
public final class MetricsPort {

    private MetricsPort() {}

    public static int of(ApplicationContext context) {
        return context.getBean(MetricsListener.class).port();
    }
}
