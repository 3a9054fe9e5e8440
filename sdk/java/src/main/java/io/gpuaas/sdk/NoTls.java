package io.gpuaas.sdk;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * For a server that is spoken to without TLS. An HTTP client wants a context all the same, and the JDK's reads every
 * certificate it trusts, a tenth of a second; one that trusts nobody still takes half of that.
 */
final class NoTls extends SSLContextSpi {

    private NoTls() {}

    static SSLContext context() {
        return new Context();
    }

    private static final class Context extends SSLContext {
        Context() {
            super(new NoTls(), null, "none");
        }
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("this connection is without TLS");
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return new SSLParameters(new String[0], new String[0]);
    }

    @Override
    protected void engineInit(
            KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random) {
        throw refusal();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw refusal();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw refusal();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        throw refusal();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        throw refusal();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        throw refusal();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        throw refusal();
    }
}
