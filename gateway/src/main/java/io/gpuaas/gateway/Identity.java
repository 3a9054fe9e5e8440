package io.gpuaas.gateway;

import io.gpuaas.kernel.tls.Pem;
import io.gpuaas.kernel.tls.PinnedTrust;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** A key and the certificate the control plane gave for it, in memory. */
record Identity(KeyPair keys, String certificate, String ca, Instant from, Instant to, List<String> origins) {

    static Identity of(KeyPair keys, ControlPlane.Credentials credentials) throws GeneralSecurityException {
        X509Certificate leaf = Pem.readCertificates(credentials.certificate()).getFirst();
        return new Identity(
                keys,
                credentials.certificate(),
                credentials.ca(),
                leaf.getNotBefore().toInstant(),
                leaf.getNotAfter().toInstant(),
                credentials.origins());
    }

    /** After two thirds of its life it is renewed. */
    boolean isDue(Instant now) {
        return now.isAfter(to.minus(Duration.between(from, to).dividedBy(3)));
    }

    boolean isOver(Instant now) {
        return now.isAfter(to);
    }

    /** To the control plane: shows our certificate, trusts our authority. */
    SSLContext client() throws GeneralSecurityException {
        try {
            // The password protects nothing: the store never leaves memory.
            char[] password = "memory".toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "gateway",
                    keys.getPrivate(),
                    password,
                    Pem.readCertificates(certificate).toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
            factory.init(store, password);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(
                    factory.getKeyManagers(),
                    new TrustManager[] {PinnedTrust.inAuthorities(Pem.readCertificates(ca))},
                    null);
            return context;
        } catch (IOException e) {
            throw new GeneralSecurityException("cannot make an empty key store", e);
        }
    }

    /** To nodes: no handshake without a certificate of our authority. */
    HttpServerOptions secure(HttpServerOptions options) {
        ServerSSLOptions tls = server();
        options.setSsl(true)
                .setKeyCertOptions(tls.getKeyCertOptions())
                .setTrustOptions(tls.getTrustOptions())
                .setClientAuth(tls.getClientAuth())
                .setEnabledSecureTransportProtocols(tls.getEnabledSecureTransportProtocols());
        return options;
    }

    ServerSSLOptions server() {
        return new ServerSSLOptions()
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addKeyValue(Buffer.buffer(Pem.write(keys.getPrivate())))
                        .addCertValue(Buffer.buffer(certificate)))
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(ca)))
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"));
    }
}
