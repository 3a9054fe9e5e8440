package io.gpuaas.controlplane.certificates;

import io.gpuaas.controlplane.listeners.ArrivalValve;
import io.gpuaas.controlplane.listeners.ClientAddresses;
import io.gpuaas.controlplane.listeners.ListenerProtocol;
import io.gpuaas.controlplane.listeners.ProblemErrorValve;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
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

/**
 * A TLS port that machines of one kind dial. It is a server of its own, so that nothing of the public one answers here
 * and nothing of this there.
 */
public final class MachineListener {

    private static final Logger log = LoggerFactory.getLogger(MachineListener.class);

    public static final Duration SLOW_CLIENT = Duration.ofSeconds(20);

    /** How often the owner calls {@link #renewCertificate}. */
    public static final Duration RENEWAL_INTERVAL = Duration.ofMinutes(1);

    private static final Duration RENEWED_BEFORE_END = CertificateAuthority.LIFETIME.dividedBy(3);

    private final Port port;
    private final Servlet servlet;
    private final ClientAddresses addresses;
    private final Clock clock;
    private @Nullable Running running;

    /**
     * The port and its names.
     *
     * @param machine the kind of machine, in the singular
     */
    public record Port(
            Listener listener, String machine, String address, int number, int connectionsMax, Path dataDir) {}

    private record Running(Tomcat tomcat, ListenerTls tls) {}

    public MachineListener(Port port, Servlet servlet, ClientAddresses addresses, Clock clock) {
        this.port = port;
        this.servlet = servlet;
        this.addresses = addresses;
        this.clock = clock;
    }

    /** Starts to listen, unless it does already. The last parameter may set more of the connector. */
    public synchronized void start(ListenerTls tls, ListenerProtocol protocol, Consumer<Connector> further) {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(port.dataDir()
                .resolve(port.machine() + "-listener")
                .toAbsolutePath()
                .toString());
        tomcat.getEngine().setName(port.machine() + "s-" + System.identityHashCode(this));
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ProblemErrorValve.class.getName());
        Connector connector = connector(tls, protocol);
        further.accept(connector);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        context.getPipeline().addValve(new ArrivalValve(addresses, port.listener()));
        Tomcat.addServlet(context, port.machine() + "s", servlet);
        context.addServletMappingDecoded("/*", port.machine() + "s");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the " + port.machine() + " listener does not start", e);
        }
        running = new Running(tomcat, tls);
        if (port() <= 0) {
            stop();
            throw new IllegalStateException("the " + port.machine() + " listener cannot use port " + port.number()
                    + " of " + port.address() + "; is it taken?");
        }
        log.atInfo()
                .addKeyValue("machines", port.machine() + "s")
                .addKeyValue("port", port())
                .log("listening for machines");
    }

    private Connector connector(ListenerTls tls, ListenerProtocol protocol) {
        protocol.at(port.listener(), addresses);
        Connector connector = new Connector(protocol);
        connector.setPort(port.number());
        connector.setProperty("address", port.address());
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setXpoweredBy(false);
        protocol.setSSLEnabled(true);
        protocol.setMaxConnections(port.connectionsMax());
        protocol.setConnectionTimeout((int) SLOW_CLIENT.toMillis());
        protocol.setExecutor(new VirtualThreadExecutor(port.machine() + "-"));
        connector.addSslHostConfig(tlsSettings(tls));
        return connector;
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

    /** The port in use, also when any free one was asked for; 0 while it does not listen. */
    public synchronized int port() {
        return running == null ? 0 : running.tomcat().getConnector().getLocalPort();
    }

    /** Exchanges the listener's certificate after two thirds of its life. */
    public synchronized void renewCertificate() {
        if (running == null) {
            return;
        }
        Duration left = Duration.between(
                clock.instant(), running.tls().certificate().getNotAfter().toInstant());
        if (left.compareTo(RENEWED_BEFORE_END) < 0) {
            running.tls().renew();
        }
    }

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
            log.atWarn()
                    .addKeyValue("machines", port.machine() + "s")
                    .setCause(e)
                    .log("listener did not stop cleanly");
        }
    }

    public synchronized boolean isRunning() {
        return running != null;
    }
}
