package io.gpuaas.controlplane.listeners;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gpuaas.controlplane.platform.Readiness;
import io.gpuaas.controlplane.platform.StartPhase;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves health checks: {@code /healthz} (the process lives) and {@code /readyz} (send it requests). They answer about
 * the process and hold no tenant's data. Besides static files, the join script with its packages and the webhook of the
 * payment provider they are the only addresses that do not go through the pipeline. Metrics have a port of their own: {@link MetricsListener}.
 */
@Configuration(proxyBeanMethods = false)
class OperationsServlets {

    /** Anybody may ask, and each answer costs a statement. */
    private static final Duration READINESS_KEPT = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(OperationsServlets.class);

    private volatile boolean serving;

    @EventListener
    void started(ApplicationReadyEvent event) {
        serving = true;
        StartPhase.announce("ready");
    }

    /** Not ready from here on: load balancers stop sending while running requests finish. */
    @EventListener
    void stopping(ContextClosedEvent event) {
        serving = false;
    }

    @Bean
    ServletRegistrationBean<HttpServlet> healthz() {
        return new ServletRegistrationBean<>(
                new Page() {
                    @Override
                    void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        answer(response, 200, "application/json", "{\"status\":\"alive\"}");
                    }
                },
                "/healthz");
    }

    @Bean
    ServletRegistrationBean<HttpServlet> readyz(List<Readiness> needs, JsonMapper json) {
        LoadingCache<String, Map<String, String>> checked = Caffeine.newBuilder()
                .expireAfterWrite(READINESS_KEPT)
                .build(all -> needs.stream().collect(Collectors.toMap(Readiness::name, OperationsServlets::check)));
        return new ServletRegistrationBean<>(
                new Page() {
                    @Override
                    void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        Map<String, String> checks = new TreeMap<>(checked.get("all"));
                        checks.put("serving", serving ? "ok" : "starting or stopping");
                        boolean ready = checks.values().stream().allMatch("ok"::equals);
                        Map<String, Object> body =
                                new TreeMap<>(Map.of("status", ready ? "ready" : "not ready", "checks", checks));
                        answer(response, ready ? 200 : 503, "application/json", json.writeValueAsString(body));
                    }
                },
                "/readyz");
    }

    private static String check(Readiness need) {
        try {
            return need.ready() ? "ok" : "not ready";
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("dependency", need.name())
                    .log("could not reach a dependency; not ready");
            return "not reachable";
        }
    }

    private abstract static class Page extends HttpServlet {

        abstract void show(HttpServletRequest request, HttpServletResponse response) throws IOException;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            show(request, response);
        }

        static void answer(HttpServletResponse response, int status, String type, String body) throws IOException {
            response.setStatus(status);
            response.setContentType(type);
            response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
    }
}
