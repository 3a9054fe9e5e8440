package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.ListenerTls;
import io.gpuaas.controlplane.platform.ArrivalValve;
import io.gpuaas.controlplane.platform.ClientAddresses;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.ProblemErrorValve;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Serves the port that hosts dial: a server of its own, so that the public API and the node API are never reachable
 * through each other's port. Thousands of connections wait most of the time, so each holds little: buffers of 4 KiB,
 * and a parked virtual thread per waiting poll.
 *
 * <p>Tomcat holds two buffers of the HTTP/2 window's size for each call with a body until it is answered, so a poll has
 * none. The window has the default size: clients may send that much before they have received a smaller one, and would
 * be reset.
 */
@Component
class NodeListener implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NodeListener.class);

    private static final int CONNECTIONS_MAX = 20_000;
    private static final int BUFFER_BYTES = 4 * 1024;
    private static final int STREAMS_MAX = 16;
    private static final Duration IDLE_CONNECTION = Duration.ofMinutes(2);
    private static final Duration SLOW_CLIENT = Duration.ofSeconds(20);

    private final GpuaasProperties properties;
    private final ClientAddresses addresses;
    private final CertificateAuthority authority;
    private final NodeServlet servlet;
    private final NodeTrust trust;
    private final NodeDirectory directory;
    private final Polls polls;
    private final Clock clock;
    private volatile @Nullable Running running;

    private record Running(Tomcat tomcat, NodeConnections connections, ListenerTls tls) {}

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
        this.addresses = addresses;
        this.authority = authority;
        this.servlet = servlet;
        this.trust = trust;
        this.directory = directory;
        this.polls = polls;
        this.clock = clock;
        metrics.gauge("gpuaas_node_connections", this, NodeListener::connections);
    }

    @Override
    public synchronized void start() {
        if (!properties.has(Role.NODE_API) || running != null) {
            return;
        }
        directory.refresh();
        ListenerTls tls = new ListenerTls(authority, properties.nodes().names());
        NodeConnections connections = new NodeConnections();
        connections.at(Listener.NODES, addresses);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(
                properties.dataDir().resolve("node-listener").toAbsolutePath().toString());
        tomcat.getEngine().setName("nodes-" + System.identityHashCode(this));
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ProblemErrorValve.class.getName());
        tomcat.setConnector(connector(connections, tls));
        Context context = tomcat.addContext("", null);
        context.getPipeline().addValve(new ArrivalValve(addresses, Listener.NODES));
        Tomcat.addServlet(context, "nodes", servlet);
        context.addServletMappingDecoded("/*", "nodes");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the node listener does not start", e);
        }
        running = new Running(tomcat, connections, tls);
        if (port() <= 0) {
            stop();
            throw new IllegalStateException("the node listener cannot use port "
                    + properties.nodes().port() + " of " + properties.nodes().address() + "; is it taken?");
        }
        directory.onChange((node, lessAccepted) -> {
            if (lessAccepted) {
                closeRefused();
            }
        });
        log.atInfo().addKeyValue("port", port()).log("started the node listener");
    }

    private Connector connector(NodeConnections protocol, ListenerTls tls) {
        Connector connector = new Connector(protocol);
        connector.setPort(properties.nodes().port());
        connector.setProperty("address", properties.nodes().address());
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setXpoweredBy(false);
        protocol.setSSLEnabled(true);
        protocol.setMaxConnections(CONNECTIONS_MAX);
        protocol.setMaxHttpRequestHeaderSize(BUFFER_BYTES * 2);
        protocol.setConnectionTimeout((int) SLOW_CLIENT.toMillis());
        protocol.setKeepAliveTimeout((int) IDLE_CONNECTION.toMillis());
        protocol.setMaxKeepAliveRequests(-1);
        protocol.setExecutor(new VirtualThreadExecutor("node-"));
        connector.setProperty("socket.appReadBufSize", Integer.toString(BUFFER_BYTES));
        connector.setProperty("socket.appWriteBufSize", Integer.toString(BUFFER_BYTES));
        connector.setProperty("socket.bufferPoolSize", "0");
        connector.setProperty("socket.processorCache", "0");
        connector.addUpgradeProtocol(http2());
        connector.addSslHostConfig(tlsSettings(tls));
        return connector;
    }

    private static Http2Protocol http2() {
        Http2Protocol http2 = new Http2Protocol();
        http2.setMaxConcurrentStreams(STREAMS_MAX);
        http2.setMaxConcurrentStreamExecution(STREAMS_MAX);
        http2.setKeepAliveTimeout(IDLE_CONNECTION.toMillis());
        http2.setReadTimeout(SLOW_CLIENT.toMillis());
        http2.setDiscardRequestsAndResponses(true);
        return http2;
    }

    private static SSLHostConfig tlsSettings(ListenerTls tls) {
        SSLHostConfig settings = new SSLHostConfig();
        settings.setProtocols("TLSv1.3");
        settings.setCertificateVerification("optional");
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(settings, SSLHostConfigCertificate.Type.EC);
        certificate.setSslContext(tls);
        settings.addCertificate(certificate);
        return settings;
    }

    /** The port in use, also when any free one was asked for; 0 when this process has not the role. */
    synchronized int port() {
        return running == null ? 0 : running.tomcat().getConnector().getLocalPort();
    }

    synchronized int connections() {
        return running == null ? 0 : running.connections().count();
    }

    /** Closes the connections of revoked certificates. */
    private void closeRefused() {
        Running now = running;
        if (now != null) {
            now.connections().closeUnless(trust::mayStay);
        }
    }

    /** The listener's certificate is exchanged after two thirds of its life. */
    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    synchronized void renewCertificate() {
        if (running == null) {
            return;
        }
        Duration left = Duration.between(
                clock.instant(), running.tls().certificate().getNotAfter().toInstant());
        if (left.compareTo(CertificateAuthority.LIFETIME.dividedBy(3)) < 0) {
            try {
                running.tls().renew();
            } catch (RuntimeException e) {
                log.error("the listener's certificate could not be renewed; {} are left", left, e);
            }
        }
    }

    /** Waiting polls are answered first, so that hosts go to another process at once. */
    @Override
    public synchronized void stop() {
        Running now = running;
        running = null;
        if (now == null) {
            return;
        }
        polls.close();
        try {
            now.tomcat().stop();
            now.tomcat().destroy();
        } catch (LifecycleException e) {
            log.warn("could not stop the node listener cleanly", e);
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }
}
