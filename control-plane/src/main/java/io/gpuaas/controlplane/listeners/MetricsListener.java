package io.gpuaas.controlplane.listeners;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Serves {@code /metrics} to Prometheus on a port of its own, so that no proxy rule has to hide it. The client's
 * address is checked too, as the peer's, never as forwarded.
 */
@Component
class MetricsListener implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(MetricsListener.class);

    private static final int OFF = -1;
    private static final int CONNECTIONS_MAX = 50;
    private static final Duration SLOW_CLIENT = Duration.ofSeconds(10);

    private final GpuaasProperties.Server settings;
    private final String folder;
    private final MetricsPage page;
    private @Nullable Tomcat running;

    MetricsListener(GpuaasProperties properties, PrometheusMeterRegistry registry) {
        this.settings = properties.server();
        this.folder = properties
                .dataDir()
                .resolve("metrics-listener")
                .toAbsolutePath()
                .toString();
        this.page = new MetricsPage(
                registry,
                settings.metricsNetworks().stream().map(Network::parse).toList());
    }

    @Override
    public synchronized void start() {
        if (settings.metricsPort() == OFF || running != null) {
            return;
        }
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder);
        tomcat.getEngine().setName("metrics-" + System.identityHashCode(this));
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ProblemErrorValve.class.getName());
        tomcat.setConnector(connector());
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "metrics", page);
        context.addServletMappingDecoded("/*", "metrics");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the metrics listener does not start", e);
        }
        running = tomcat;
        if (port() <= 0) {
            stop();
            throw new IllegalStateException("the metrics listener cannot use port " + settings.metricsPort() + " of "
                    + settings.metricsAddress()
                    + "; is it taken? gpuaas.server.metrics-port chooses another, -1 leaves it off");
        }
        log.atInfo().addKeyValue("port", port()).log("started the metrics listener");
    }

    private Connector connector() {
        Http11NioProtocol protocol = new Http11NioProtocol();
        Connector connector = new Connector(protocol);
        connector.setPort(settings.metricsPort());
        connector.setProperty("address", settings.metricsAddress());
        connector.setXpoweredBy(false);
        protocol.setMaxConnections(CONNECTIONS_MAX);
        protocol.setConnectionTimeout((int) SLOW_CLIENT.toMillis());
        protocol.setExecutor(new VirtualThreadExecutor("metrics-"));
        return connector;
    }

    /** The port in use, also when any free one was asked for; 0 when it is off. */
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
            log.warn("could not stop the metrics listener cleanly", e);
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }

    private static final class MetricsPage extends HttpServlet {

        private final transient PrometheusMeterRegistry registry;
        private final transient List<Network> allowed;

        MetricsPage(PrometheusMeterRegistry registry, List<Network> allowed) {
            this.registry = registry;
            this.allowed = allowed;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (!request.getRequestURI().equals("/metrics")) {
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
            } else if (ForwardedFor.address(request.getRemoteAddr())
                    .filter(peer -> allowed.stream().anyMatch(network -> network.contains(peer)))
                    .isEmpty()) {
                answer(
                        response,
                        403,
                        "text/plain",
                        "metrics are not served to this address; see gpuaas.server.metrics-networks\n");
            } else {
                answer(response, 200, "text/plain; version=0.0.4; charset=utf-8", registry.scrape());
            }
        }

        private static void answer(HttpServletResponse response, int status, String type, String body)
                throws IOException {
            response.setStatus(status);
            response.setContentType(type);
            response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
    }
}
