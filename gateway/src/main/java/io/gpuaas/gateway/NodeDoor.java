package io.gpuaas.gateway;

import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.tls.Pem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocketHandshake;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Lets nodes in. TLS has proved that they hold the key; the control plane says whether the certificate counts. */
final class NodeDoor {

    private static final Pattern PATH = Pattern.compile("/node/v1/streams/([0-9a-f-]{36})");

    private final ControlPlane controlPlane;
    private final Streams streams;
    private final Metrics metrics;
    private final JsonLog log;

    NodeDoor(ControlPlane controlPlane, Streams streams, Metrics metrics, JsonLog log) {
        this.controlPlane = controlPlane;
        this.streams = streams;
        this.metrics = metrics;
        this.log = log;
    }

    void knock(ServerWebSocketHandshake handshake) {
        Matcher path = PATH.matcher(String.valueOf(handshake.path()));
        if (!path.matches() || handshake.query() != null) {
            handshake.reject(404);
            return;
        }
        try {
            UUID stream = UUID.fromString(path.group(1));
            // One that its reader has joined has its place.
            if (streams.isFull() && streams.find(stream).isEmpty()) {
                handshake.reject(503);
                return;
            }
            String chain = chain(handshake);
            // On the socket's own thread, as readers are let in.
            Future.fromCompletionStage(controlPlane.attachNode(stream, chain), Vertx.currentContext())
                    .onSuccess(joined -> handshake
                            .accept()
                            .onSuccess(socket -> streams.of(joined).addNode(socket)))
                    .onFailure(failure -> {
                        int status = ReaderDoor.status(failure, log);
                        metrics.refused("node", status == 403 ? "certificate" : "no_answer");
                        handshake.reject(status);
                    });
        } catch (SSLPeerUnverifiedException | CertificateEncodingException | IllegalArgumentException e) {
            handshake.reject(401);
        }
    }

    private static String chain(ServerWebSocketHandshake handshake)
            throws SSLPeerUnverifiedException, CertificateEncodingException {
        StringBuilder chain = new StringBuilder();
        for (Certificate certificate : handshake.sslSession().getPeerCertificates()) {
            chain.append(Pem.write("CERTIFICATE", certificate.getEncoded()));
        }
        return chain.toString();
    }
}
