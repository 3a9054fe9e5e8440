package io.gpuaas.controlplane.certificates;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyPair;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS side of the listener. Any client certificate passes the handshake, which proves only that the client holds
 * its key; {@code NodeTrust} checks it on every call, and can then say why it refuses. The listener's own certificate
 * is replaced while it runs.
 */
public final class ListenerTls implements org.apache.tomcat.util.net.SSLContext {

    /** No resumption: a resumed session would not present the client's certificate again. */
    private static final int SESSIONS_MAX = 1;

    private final CertificateAuthority authority;
    private final List<String> hosts;
    private final SSLContext context;
    private volatile Identity identity;

    private record Identity(PrivateKey key, List<X509Certificate> chain) {

        X509Certificate[] chainArray() {
            return chain.toArray(X509Certificate[]::new);
        }
    }

    public ListenerTls(CertificateAuthority authority, List<String> hosts) {
        this.authority = authority;
        this.hosts = List.copyOf(hosts);
        this.identity = issue();
        try {
            this.context = SSLContext.getInstance("TLSv1.3");
            context.init(new KeyManager[] {new CurrentIdentity()}, new TrustManager[] {new JudgedLater()}, null);
            context.getServerSessionContext().setSessionCacheSize(SESSIONS_MAX);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS 1.3", e);
        }
    }

    /** Takes a new certificate; connections that are open keep theirs. */
    public void renew() {
        this.identity = issue();
    }

    public X509Certificate certificate() {
        return identity.chain().getFirst();
    }

    /** The chain ends with the root, because a host that joins knows only the root's digest. */
    private Identity issue() {
        KeyPair pair = KeyPairs.p256();
        List<X509Certificate> chain = new ArrayList<>(authority.issue(
                CertificateRequest.of(pair), new CertificateAuthority.Names("GPUaaS listener", List.of(), hosts)));
        chain.add(authority.root());
        return new Identity(pair.getPrivate(), List.copyOf(chain));
    }

    @Override
    public void init(KeyManager[] keys, TrustManager[] trust, SecureRandom random) throws KeyManagementException {
        throw new KeyManagementException("this context brings its own keys and trust");
    }

    @Override
    public void destroy() {
        // Nothing outside the heap is held.
    }

    @Override
    public SSLSessionContext getServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    public SSLEngine createSSLEngine() {
        return context.createSSLEngine();
    }

    @Override
    public SSLServerSocketFactory getServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    public SSLParameters getSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return identity.chainArray();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {authority.root()};
    }

    private final class CurrentIdentity extends X509ExtendedKeyManager {

        private static final String ALIAS = "listener";

        @Override
        public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String @Nullable [] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return null;
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public @Nullable String chooseServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return type.equals("EC") ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return type.equals("EC") ? ALIAS : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return identity.chainArray();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return identity.key();
        }
    }

    private final class JudgedLater extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            throw new UnsupportedOperationException("the listener is no client");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            throw new UnsupportedOperationException("the listener is no client");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException("the listener is no client");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {authority.root()};
        }
    }
}
