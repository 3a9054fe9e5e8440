package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.listeners.ListenerProtocol;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SSLSupport;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener's protocol, which also knows how to close the connections of some peers. */
public class NodeConnections extends ListenerProtocol {

    private static final Logger log = LoggerFactory.getLogger(NodeConnections.class);

    /** Answers are small, and one is held ready for every node that waits. */
    private static final int ANSWER_BUFFER_BYTES = 1024;

    @Override
    public int getDesiredBufferSize() {
        return ANSWER_BUFFER_BYTES;
    }

    void closeUnless(Predicate<X509Certificate> mayStay) {
        for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
            X509Certificate[] chain = peer(connection);
            if (chain != null && chain.length > 0 && !mayStay.test(chain[0])) {
                connection.close();
            }
        }
    }

    int count() {
        return getEndpoint().getConnections().size();
    }

    private static X509Certificate[] peer(SocketWrapperBase<NioChannel> connection) {
        try {
            SSLSupport tls = connection.getSslSupport();
            return tls == null ? new X509Certificate[0] : tls.getPeerCertificateChain();
        } catch (java.io.IOException | RuntimeException e) {
            log.debug("could not read the peer of a connection; it was closed", e);
            return new X509Certificate[0];
        }
    }
}
