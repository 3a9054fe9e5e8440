package io.gpuaas.gateway;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.tls.CertificateRequest;
import io.netty.util.internal.PlatformDependent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Joins the installation, opens both doors, and keeps asking the control plane what must end. */
final class Gateway implements AutoCloseable {

    static final int FRAME_BYTES_MAX = 64 * 1024;

    private static final int STOP_SECONDS_MAX = 5;
    private static final Pattern ANY_PORT = Pattern.compile(":0(?=/|$)");

    private final Settings settings;
    private final JsonLog log;
    private final Clock clock = Clock.systemUTC();
    private final Vertx vertx = Vertx.vertx();
    private final Metrics metrics = new Metrics();
    private final Streams streams;
    private volatile @Nullable Running running;
    private volatile boolean isClosed;
    private volatile int metricsPort;
    private String trouble = "";

    Gateway(Settings settings, JsonLog log) {
        this.settings = settings;
        this.log = log;
        this.streams = new Streams(
                vertx,
                settings.times(),
                clock,
                metrics,
                Streams.maxIn(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory()));
    }

    private record Running(ControlPlane controlPlane, HttpServer readers, HttpServer nodes, Thread loop) {}

    Streams streams() {
        return streams;
    }

    int readerPort() {
        Running now = running;
        return now == null ? 0 : now.readers().actualPort();
    }

    int nodePort() {
        Running now = running;
        return now == null ? 0 : now.nodes().actualPort();
    }

    /** Waits for the control plane as long as it takes. */
    synchronized void start() throws GeneralSecurityException, IOException, InterruptedException {
        Identity identity = join();
        ControlPlane controlPlane = ControlPlane.of(settings.controlPlane(), identity);
        Membership membership = new Membership(identity);
        ReaderDoor readerDoor = new ReaderDoor(controlPlane, streams, membership::origins, metrics, log);
        NodeDoor nodeDoor = new NodeDoor(controlPlane, streams, metrics, log);
        HttpServer readers = await(vertx.createHttpServer(readerOptions())
                .webSocketHandshakeHandler(readerDoor::knock)
                .requestHandler(request -> request.response()
                        .setStatusCode("/healthz".equals(request.path()) ? 200 : 404)
                        .end())
                .listen(settings.listen().port(), settings.listen().host()));
        HttpServer nodes = await(vertx.createHttpServer(identity.secure(options()))
                .webSocketHandshakeHandler(nodeDoor::knock)
                .requestHandler(request -> request.response().setStatusCode(404).end())
                .listen(settings.nodeListen().port(), settings.nodeListen().host()));
        metricsPort = listenForMetrics();
        Thread loop = Thread.ofVirtual().name("membership").unstarted(() -> membership.run(controlPlane, nodes));
        running = new Running(controlPlane, readers, nodes, loop);
        loop.start();
        log.info(
                "started",
                with("reader_port", readers.actualPort()),
                with("node_port", nodes.actualPort()),
                with("streams_max", streams.max()));
    }

    /** On a port of its own: who reads streams has no business there. 0 when it was not asked for. */
    private int listenForMetrics() throws IOException, InterruptedException {
        if (settings.metricsListen().isEmpty()) {
            return 0;
        }
        Settings.Address address = settings.metricsListen().get();
        return await(vertx.createHttpServer(new HttpServerOptions())
                        .requestHandler(request -> {
                            if ("/metrics".equals(request.path())) {
                                request.response()
                                        .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                                        .end(metrics.write(streams.count()));
                            } else {
                                request.response().setStatusCode(404).end();
                            }
                        })
                        .listen(address.port(), address.host()))
                .actualPort();
    }

    int metricsPort() {
        return metricsPort;
    }

    private HttpServerOptions readerOptions() {
        HttpServerOptions options = options();
        settings.readerTls()
                .ifPresent(tls -> options.setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(tls.certificate().toString())
                                .setKeyPath(tls.key().toString()))
                        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3")));
        return options;
    }

    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions();
        if (OpenSSLEngineOptions.isAvailable()) {
            // Nearly all a gateway does is decrypt from one connection and encrypt to another.
            options.setSslEngineOptions(new OpenSSLEngineOptions());
        }
        return options.setMaxWebSocketFrameSize(FRAME_BYTES_MAX)
                .setMaxWebSocketMessageSize(FRAME_BYTES_MAX)
                .setWebSocketSubProtocols(List.of(ReaderDoor.PROTOCOL))
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setMaxHeaderSize(8 * 1024)
                .setReadIdleTimeout((int) settings.times().silence().toSeconds())
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
    }

    private Identity join() throws GeneralSecurityException, InterruptedException {
        while (true) {
            Duration pause = settings.times().retry();
            try {
                return enroll();
            } catch (ControlPlane.Refused e) {
                warnOnce("the control plane refused this gateway; retrying", e);
                pause = settings.times().refused();
            } catch (IOException e) {
                warnOnce("could not join the control plane; retrying", e);
            }
            Thread.sleep(pause);
        }
    }

    /** Reads the secret at each attempt, so that a replaced secret needs no restart. */
    private Identity enroll() throws GeneralSecurityException, IOException {
        KeyPair keys = CertificateRequest.newKey();
        String secret = Files.readString(settings.secretFile()).strip();
        return Identity.of(
                keys, ControlPlane.enroll(settings.controlPlane(), secret, CertificateRequest.pem(keys, "gateway")));
    }

    /** Logs a problem once until it changes. */
    private void warnOnce(String problem, Exception cause) {
        String now = problem + cause.getMessage();
        if (!now.equals(trouble)) {
            log.warn(problem, with("error", cause.getMessage()));
            trouble = now;
        }
    }

    private static <T> T await(Future<T> future) throws IOException, InterruptedException {
        try {
            return future.toCompletionStage().toCompletableFuture().get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("cannot listen: " + e.getMessage(), e);
        }
    }

    /** An address with port 0 stands for the port that was free. */
    static String withPort(String url, int port) {
        return ANY_PORT.matcher(url).replaceFirst(":" + port);
    }

    /** Keeps the certificate valid and the streams in line with what the control plane wants. */
    private final class Membership {

        private volatile Identity identity;

        Membership(Identity identity) {
            this.identity = identity;
        }

        List<String> origins() {
            List<String> all = new ArrayList<>(settings.origins());
            all.addAll(identity.origins());
            return all;
        }

        void run(ControlPlane controlPlane, HttpServer nodes) {
            try {
                while (!isClosed) {
                    Thread.sleep(lookAfter(controlPlane, nodes));
                }
            } catch (InterruptedException e) {
                // Stopping.
            }
        }

        /** Says how long to wait before the next time. */
        private Duration lookAfter(ControlPlane controlPlane, HttpServer nodes) {
            try {
                sync(controlPlane);
                if (identity.isDue(clock.instant())) {
                    renew(controlPlane, nodes);
                }
                trouble = "";
            } catch (CompletionException e) {
                if (isRefusal(e) || identity.isOver(clock.instant())) {
                    return joinAgain(controlPlane, nodes, String.valueOf(e.getCause()));
                }
                warnOnce("could not reach the control plane; retrying", e);
            } catch (GeneralSecurityException e) {
                warnOnce("could not renew the certificate; retrying", e);
            }
            return settings.times().sync();
        }

        private static boolean isRefusal(CompletionException e) {
            return e.getCause() instanceof ControlPlane.Refused refused && refused.isFinal();
        }

        /**
         * The certificate may have expired while this machine slept or the control plane was away, and then the secret
         * still counts. When it does not, this gateway was revoked: nobody watches over its streams any more.
         */
        private Duration joinAgain(ControlPlane controlPlane, HttpServer nodes, String why) {
            try {
                Identity next = enroll();
                use(next, controlPlane, nodes);
                log.info("rejoined the control plane", with("valid_until", next.to()), with("reason", why));
                return settings.times().sync();
            } catch (ControlPlane.Refused e) {
                streams.end(streams.ids(), End.REVOKED);
                warnOnce("the control plane refused this gateway; ended its streams", e);
                return settings.times().refused();
            } catch (IOException | GeneralSecurityException e) {
                warnOnce("could not rejoin the control plane; retrying", e);
                return settings.times().retry();
            }
        }

        private void sync(ControlPlane controlPlane) {
            String nodeUrl = withPort(settings.nodeUrl(), nodePort());
            String publicUrl = withPort(settings.publicUrl(), readerPort());
            ControlPlane.Synced synced = controlPlane
                    .sync(new ControlPlane.Sync(publicUrl, nodeUrl, streams.ids()))
                    .join();
            streams.end(synced.close(), End.REVOKED);
            if (synced.unmet() != null) {
                streams.end(synced.unmet(), End.NOBODY_CAME);
            }
        }

        private void renew(ControlPlane controlPlane, HttpServer nodes) throws GeneralSecurityException {
            KeyPair keys = CertificateRequest.newKey();
            Identity next = Identity.of(
                    keys,
                    controlPlane.renew(CertificateRequest.pem(keys, "gateway")).join());
            use(next, controlPlane, nodes);
            log.info("renewed the certificate", with("valid_until", next.to()));
        }

        private void use(Identity next, ControlPlane controlPlane, HttpServer nodes) throws GeneralSecurityException {
            nodes.updateSSLOptions(next.server());
            controlPlane.use(next);
            identity = next;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        streams.end(streams.ids(), End.GATEWAY_STOPS);
        Running now = running;
        if (now != null) {
            now.loop().interrupt();
            now.controlPlane().close();
        }
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            log.warn("could not stop cleanly", with("error", e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
