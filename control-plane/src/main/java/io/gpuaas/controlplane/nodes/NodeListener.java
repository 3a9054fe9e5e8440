package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.ListenerTls;
import io.gpuaas.controlplane.certificates.MachineListener;
import io.gpuaas.controlplane.listeners.ClientAddresses;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http2.Http2Protocol;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Serves the port that hosts dial. Thousands of connections wait most of the time, so each holds little: buffers of
 * 4 KiB, and a parked virtual thread per waiting poll.
 *
 * <p>Tomcat holds two buffers of the HTTP/2 window's size for each call with a body until it is answered, so a poll has
 * none. The window has the default size: clients may send that much before they have received a smaller one, and would
 * be reset.
 */
@Component
class NodeListener implements SmartLifecycle, BackgroundWork {

    private static final int CONNECTIONS_MAX = 20_000;
    private static final int BUFFER_BYTES = 4 * 1024;
    private static final int STREAMS_MAX = 16;
    private static final Duration IDLE_CONNECTION = Duration.ofMinutes(2);

    private final GpuaasProperties properties;
    private final CertificateAuthority authority;
    private final NodeTrust trust;
    private final NodeDirectory directory;
    private final Polls polls;
    private final MachineListener listener;
    private volatile @Nullable NodeConnections connections;

    NodeListener(
            GpuaasProperties properties,
            ClientAddresses addresses,
            CertificateAuthority authority,
            NodeServlet servlet,
            NodeTrust trust,
            NodeDirectory directory,
            Polls polls,
            Clock clock,
            MeterRegistry metrics) {
        this.properties = properties;
        this.authority = authority;
        this.trust = trust;
        this.directory = directory;
        this.polls = polls;
        this.listener = new MachineListener(
                new MachineListener.Port(
                        Listener.NODES,
                        "node",
                        properties.nodes().address(),
                        properties.nodes().port(),
                        CONNECTIONS_MAX,
                        properties.dataDir()),
                servlet,
                addresses,
                clock);
        metrics.gauge("gpuaas_node_connections", this, NodeListener::connections);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(
                        MachineListener.RENEWAL_INTERVAL,
                        Role.NODE_API,
                        "nodes.listener-certificate",
                        this::renewCertificate)
                .firstAfter(MachineListener.RENEWAL_INTERVAL);
    }

    @Override
    public synchronized void start() {
        if (!properties.has(Role.NODE_API) || listener.isRunning()) {
            return;
        }
        directory.refresh();
        NodeConnections protocol = new NodeConnections();
        listener.start(
                new ListenerTls(authority, properties.nodes().names()),
                protocol,
                connector -> keepConnectionsSmall(connector, protocol));
        connections = protocol;
        directory.onChange((node, lessAccepted) -> {
            if (lessAccepted) {
                closeRefused();
            }
        });
    }

    private static void keepConnectionsSmall(Connector connector, NodeConnections protocol) {
        protocol.setMaxHttpRequestHeaderSize(BUFFER_BYTES * 2);
        protocol.setKeepAliveTimeout((int) IDLE_CONNECTION.toMillis());
        protocol.setMaxKeepAliveRequests(-1);
        connector.setProperty("socket.appReadBufSize", Integer.toString(BUFFER_BYTES));
        connector.setProperty("socket.appWriteBufSize", Integer.toString(BUFFER_BYTES));
        connector.setProperty("socket.bufferPoolSize", "0");
        connector.setProperty("socket.processorCache", "0");
        connector.addUpgradeProtocol(http2());
    }

    private static Http2Protocol http2() {
        Http2Protocol http2 = new Http2Protocol();
        http2.setMaxConcurrentStreams(STREAMS_MAX);
        http2.setMaxConcurrentStreamExecution(STREAMS_MAX);
        http2.setKeepAliveTimeout(IDLE_CONNECTION.toMillis());
        http2.setReadTimeout(MachineListener.SLOW_CLIENT.toMillis());
        http2.setDiscardRequestsAndResponses(true);
        return http2;
    }

    /** The port in use, also when any free one was asked for; 0 when this process has not the role. */
    int port() {
        return listener.port();
    }

    int connections() {
        NodeConnections now = connections;
        return now == null ? 0 : now.count();
    }

    /** Closes the connections of revoked certificates. */
    private void closeRefused() {
        NodeConnections now = connections;
        if (now != null) {
            now.closeUnless(trust::mayStay);
        }
    }

    void renewCertificate() {
        listener.renewCertificate();
    }

    /** Waiting polls are answered first, so that hosts go to another process at once. */
    @Override
    public synchronized void stop() {
        if (listener.isRunning()) {
            polls.close();
            connections = null;
            listener.stop();
        }
    }

    @Override
    public boolean isRunning() {
        return listener.isRunning();
    }
}
