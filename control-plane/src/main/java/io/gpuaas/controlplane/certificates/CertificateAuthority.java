package io.gpuaas.controlplane.certificates;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;

/** Signs the certificates of hosts and of the listener they dial. */
public interface CertificateAuthority {

    Duration LIFETIME = Duration.ofHours(24);

    /** Clocks of hosts differ: a certificate is valid a while before it was made. */
    Duration STARTS_EARLIER = Duration.ofMinutes(10);

    /** The root of every certificate chain. */
    X509Certificate root();

    /** The certificate and what lies between it and the root, which is left out. May ask another system. */
    List<X509Certificate> issue(CertificateRequest request, Names names);

    /** The names in a certificate: host names for servers, URIs for nodes. */
    record Names(String commonName, List<String> uris, List<String> hosts) {

        public Names {
            uris = List.copyOf(uris);
            hosts = List.copyOf(hosts);
        }
    }
}
