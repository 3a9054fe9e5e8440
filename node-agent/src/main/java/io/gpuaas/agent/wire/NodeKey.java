package io.gpuaas.agent.wire;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * One key and its certificate, for TLS. The JDK's own way goes through a key store, which derives a
 * key from a password twice before the first handshake.
 */
public final class NodeKey extends X509ExtendedKeyManager {

    private static final String ALIAS = "node";

    private final PrivateKey key;
    private final X509Certificate[] chain;

    public NodeKey(Identity identity) {
        this.key = identity.privateKey();
        this.chain = identity.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(types);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return choose(types);
    }

    private @Nullable String choose(String[] types) {
        return List.of(types).contains(key.getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
