package io.gpuaas.agent;

import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Credentials;
import io.gpuaas.agent.wire.Identity;
import io.gpuaas.agent.wire.JoinToken;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.tls.CertificateRequest;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;

/** Makes a host a node. May be repeated with the same token until it worked, since the key stays the same. */
final class Enrolment {

    private final IdentityStore store;

    Enrolment(IdentityStore store) {
        this.store = store;
    }

    NodeId enroll(URI server, JoinToken token, String hostname, String bootId)
            throws IOException, GeneralSecurityException, ServerException {
        requireNotEnrolled();
        KeyPair keys = store.nextKey(server);
        Credentials credentials = ControlPlane.enroll(
                server,
                token,
                new ControlPlane.EnrollRequest(
                        token.reveal(), CertificateRequest.pem(keys, hostname), hostname, Version.current(), bootId));
        requireOurKey(keys, credentials);
        store.saveNext(server, keys, credentials);
        store.promoteNext();
        return credentials.nodeId();
    }

    private void requireNotEnrolled() throws IOException, GeneralSecurityException {
        var known = store.findCurrent();
        if (known.isPresent()) {
            throw new IOException("this host is node " + known.get().identity().node() + " of "
                    + known.get().server() + " already; use another state folder, or remove it to enrol again");
        }
    }

    static void requireOurKey(KeyPair keys, Credentials credentials) throws GeneralSecurityException {
        Identity identity = Identity.of(keys.getPrivate(), credentials);
        if (!identity.keys().getPublic().equals(keys.getPublic())) {
            throw new GeneralSecurityException("the certificate that came is for another key");
        }
    }
}
