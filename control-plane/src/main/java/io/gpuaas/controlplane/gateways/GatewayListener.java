package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.certificates.MachineListener;
import io.gpuaas.controlplane.listeners.ClientAddresses;
import io.gpuaas.controlplane.listeners.ListenerProtocol;
import io.gpuaas.controlplane.nodes.MachineCertificates;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import java.time.Clock;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The port gateways dial. It is not the one hosts dial: tenants may be root on hosts, and what they cannot reach they
 * cannot try.
 */
@Component
class GatewayListener implements SmartLifecycle, BackgroundWork {

    private static final int CONNECTIONS_MAX = 500;

    private final GpuaasProperties properties;
    private final MachineCertificates certificates;
    private final MachineListener listener;

    GatewayListener(
            GpuaasProperties properties,
            ClientAddresses addresses,
            MachineCertificates certificates,
            GatewayServlet servlet,
            Clock clock) {
        this.properties = properties;
        this.certificates = certificates;
        this.listener = new MachineListener(
                new MachineListener.Port(
                        Listener.GATEWAYS,
                        "gateway",
                        properties.gateways().address(),
                        properties.gateways().port(),
                        CONNECTIONS_MAX,
                        properties.dataDir()),
                servlet,
                addresses,
                clock);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(
                        MachineListener.RENEWAL_INTERVAL,
                        Role.GATEWAY_API,
                        "gateways.listener-certificate",
                        listener::renewCertificate)
                .firstAfter(MachineListener.RENEWAL_INTERVAL);
    }

    @Override
    public synchronized void start() {
        if (properties.has(Role.GATEWAY_API) && !listener.isRunning()) {
            listener.start(
                    certificates.listener(properties.gateways().names()), new ListenerProtocol(), connector -> {});
        }
    }

    /** The port in use, also when any free one was asked for; 0 when this process has not the role. */
    int port() {
        return listener.port();
    }

    @Override
    public void stop() {
        listener.stop();
    }

    @Override
    public boolean isRunning() {
        return listener.isRunning();
    }
}
