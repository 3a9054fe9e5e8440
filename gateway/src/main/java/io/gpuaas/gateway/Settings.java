package io.gpuaas.gateway;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a gateway is run. The secret is read from its file at the start and not kept. */
record Settings(
        URI controlPlane,
        Path secretFile,
        Address listen,
        Address nodeListen,
        String publicUrl,
        String nodeUrl,
        List<String> origins,
        Optional<ReaderTls> readerTls,
        Optional<Address> metricsListen,
        Times times) {

    /** The files with which readers' TLS ends here; without them a proxy in front does it. */
    record ReaderTls(Path certificate, Path key) {}

    record Address(String host, int port) {

        static Address parse(String text) {
            int colon = text.lastIndexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
            }
            return new Address(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        }
    }

    /** Tests shorten them. */
    record Times(Duration sync, Duration meeting, Duration silence, Duration retry, Duration refused) {

        /**
         * A side that came waits this long for the other; one that says nothing for so long is hung up on. A gateway
         * that is refused asks less often than one that cannot reach the control plane.
         */
        static final Times DEFAULT = new Times(
                Duration.ofSeconds(2),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(2),
                Duration.ofSeconds(30));
    }
}
