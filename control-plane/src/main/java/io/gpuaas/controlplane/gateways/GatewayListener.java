package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.certificates.ListenerTls;
import io.gpuaas.controlplane.nodes.MachineCertificates;
import io.gpuaas.controlplane.platform.ArrivalValve;
import io.gpuaas.controlplane.platform.ClientAddresses;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.ListenerProtocol;
import io.gpuaas.controlplane.platform.ProblemErrorValve;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
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
 * The port gateways dial. It is not the one hosts dial: tenants may be root on hosts, and what they cannot reach they
 * cannot try.
 */
@Component
class GatewayListener implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(GatewayListener.class);

    private static final int CONNECTIONS_MAX = 500;
    private static final Duration SLOW_CLIENT = Duration.ofSeconds(20);
    private static final Duration RENEW_BEFORE_END = Duration.ofHours(8);

    private final GpuaasProperties properties;
    private final ClientAddresses addresses;
    private final MachineCertificates certificates;
    private final GatewayServlet servlet;
    private final Clock clock;
    private volatile @Nullable Running running;

    private record Running(Tomcat tomcat, ListenerTls tls) {}

    GatewayListener(
            GpuaasProperties properties,
            ClientAddresses addresses,
            MachineCertificates certificates,
            GatewayServlet servlet,
            Clock clock) {
        this.properties = properties;
        this.addresses = addresses;
        this.certificates = certificates;
        this.servlet = servlet;
        this.clock = clock;
    }

    @Override
    public synchronized void start() {
        if (!properties.has(Role.GATEWAY_API) || running != null) {
            return;
        }
        ListenerTls tls = certificates.listener(properties.gateways().names());
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(properties
                .dataDir()
                .resolve("gateway-listener")
                .toAbsolutePath()
                .toString());
        tomcat.getEngine().setName("gateways-" + System.identityHashCode(this));
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ProblemErrorValve.class.getName());
        tomcat.setConnector(connector(tls));
        Context context = tomcat.addContext("", null);
        context.getPipeline().addValve(new ArrivalValve(addresses, Listener.GATEWAYS));
        Tomcat.addServlet(context, "gateways", servlet);
        context.addServletMappingDecoded("/*", "gateways");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the gateway listener does not start", e);
        }
        running = new Running(tomcat, tls);
        if (port() <= 0) {
            stop();
            throw new IllegalStateException("the gateway listener cannot use port "
                    + properties.gateways().port() + " of "
                    + properties.gateways().address() + "; is it taken?");
        }
        log.atInfo().addKeyValue("port", port()).log("started the gateway listener");
    }

    private Connector connector(ListenerTls tls) {
        ListenerProtocol protocol = new ListenerProtocol().at(Listener.GATEWAYS, addresses);
        Connector connector = new Connector(protocol);
        connector.setPort(properties.gateways().port());
        connector.setProperty("address", properties.gateways().address());
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setXpoweredBy(false);
        protocol.setSSLEnabled(true);
        protocol.setMaxConnections(CONNECTIONS_MAX);
        protocol.setConnectionTimeout((int) SLOW_CLIENT.toMillis());
        protocol.setExecutor(new VirtualThreadExecutor("gateway-"));
        SSLHostConfig settings = new SSLHostConfig();
        settings.setProtocols("TLSv1.3");
        settings.setCertificateVerification("optional");
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(settings, SSLHostConfigCertificate.Type.EC);
        certificate.setSslContext(tls);
        settings.addCertificate(certificate);
        connector.addSslHostConfig(settings);
        return connector;
    }

    /** The port in use, also when any free one was asked for; 0 when this process has not the role. */
    synchronized int port() {
        return running == null ? 0 : running.tomcat().getConnector().getLocalPort();
    }

    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    synchronized void renewCertificate() {
        Running now = running;
        if (now == null) {
            return;
        }
        Instant ends = now.tls().certificate().getNotAfter().toInstant();
        if (clock.instant().isAfter(ends.minus(RENEW_BEFORE_END))) {
            try {
                now.tls().renew();
            } catch (RuntimeException e) {
                log.error("the gateway listener's certificate could not be renewed; it ends at {}", ends, e);
            }
        }
    }

    @Override
    public synchronized void stop() {
        Running now = running;
        running = null;
        if (now == null) {
            return;
        }
        try {
            now.tomcat().stop();
            now.tomcat().destroy();
        } catch (LifecycleException e) {
            log.warn("could not stop the gateway listener cleanly", e);
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }
}
