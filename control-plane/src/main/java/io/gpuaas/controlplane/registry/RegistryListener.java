package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.listeners.ArrivalValve;
import io.gpuaas.controlplane.listeners.ClientAddresses;
import io.gpuaas.controlplane.listeners.ListenerProtocol;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import java.time.Duration;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The port of the registry. It is a server of its own, since blobs are gigabytes and must not compete with API requests
 * for threads and body limits. As on the public port, a proxy adds TLS.
 */
@Component
class RegistryListener implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RegistryListener.class);

    private static final int CONNECTIONS_MAX = 1_000;
    private static final Duration SLOW_CLIENT = Duration.ofSeconds(30);
    private static final int SOCKET_BUFFER_BYTES = 64 * 1024;

    private final GpuaasProperties properties;
    private final ClientAddresses addresses;
    private final RegistryServlet servlet;
    private @Nullable Tomcat running;

    RegistryListener(GpuaasProperties properties, ClientAddresses addresses, RegistryServlet servlet) {
        this.properties = properties;
        this.addresses = addresses;
        this.servlet = servlet;
    }

    @Override
    public synchronized void start() {
        if (!properties.has(Role.REGISTRY) || running != null) {
            return;
        }
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(properties
                .dataDir()
                .resolve("registry-listener")
                .toAbsolutePath()
                .toString());
        tomcat.getEngine().setName("registry-" + System.identityHashCode(this));
        tomcat.setConnector(connector());
        Context context = tomcat.addContext("", null);
        context.getPipeline().addValve(new ArrivalValve(addresses, Listener.REGISTRY));
        Tomcat.addServlet(context, "registry", servlet);
        context.addServletMappingDecoded("/*", "registry");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the registry listener does not start", e);
        }
        running = tomcat;
        if (port() <= 0) {
            stop();
            throw new IllegalStateException("the registry listener cannot use port "
                    + properties.registry().port() + " of "
                    + properties.registry().address() + "; is it taken?");
        }
        log.atInfo().addKeyValue("port", port()).log("registry listens");
    }

    private Connector connector() {
        ListenerProtocol protocol = new ListenerProtocol().at(Listener.REGISTRY, addresses);
        Connector connector = new Connector(protocol);
        connector.setPort(properties.registry().port());
        connector.setProperty("address", properties.registry().address());
        connector.setXpoweredBy(false);
        protocol.setMaxConnections(CONNECTIONS_MAX);
        protocol.setConnectionTimeout((int) SLOW_CLIENT.toMillis());
        protocol.setDisableUploadTimeout(true);
        protocol.setExecutor(new VirtualThreadExecutor("registry-"));
        connector.setProperty("socket.appReadBufSize", Integer.toString(SOCKET_BUFFER_BYTES));
        connector.setProperty("socket.appWriteBufSize", Integer.toString(SOCKET_BUFFER_BYTES));
        return connector;
    }

    /** The port in use, also when any free one was asked for; 0 when this process does not have the role. */
    synchronized int port() {
        return running == null ? 0 : running.getConnector().getLocalPort();
    }

    @Override
    public synchronized void stop() {
        Tomcat now = running;
        running = null;
        if (now == null) {
            return;
        }
        try {
            now.stop();
            now.destroy();
        } catch (LifecycleException e) {
            log.warn("registry listener did not stop cleanly", e);
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }
}
