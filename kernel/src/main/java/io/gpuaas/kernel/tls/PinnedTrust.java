package io.gpuaas.kernel.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts a server whose chain ends in the certificate authority with this digest. The chain and the host name are
 * then checked as always: the digest only takes the place of the list of authorities.
 */
public final class PinnedTrust extends X509ExtendedTrustManager {

    private final byte[] rootDigest;

    /** SHA-256 of the authority's certificate. */
    public PinnedTrust(byte[] rootDigest) {
        this.rootDigest = rootDigest.clone();
    }

    public static X509ExtendedTrustManager inAuthorities(List<X509Certificate> authorities)
            throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("ca" + i, authorities.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager extended) {
                    return extended;
                }
            }
            throw new GeneralSecurityException("this Java has no PKIX trust manager");
        } catch (java.io.IOException e) {
            throw new GeneralSecurityException("cannot make an empty key store", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authority(chain).checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authority(chain).checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("a server is never trusted without its host name");
    }

    private X509ExtendedTrustManager authority(X509Certificate[] chain) throws CertificateException {
        try {
            for (X509Certificate certificate : chain) {
                if (MessageDigest.isEqual(digest(certificate), rootDigest)) {
                    return inAuthorities(List.of(certificate));
                }
            }
        } catch (GeneralSecurityException e) {
            throw new CertificateException("cannot check the server's certificates", e);
        }
        throw new CertificateException("the server does not show the certificate authority that the join token names");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noClients();
    }

    private static CertificateException noClients() {
        return new CertificateException("this side has no clients");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    private static byte[] digest(X509Certificate certificate) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    }
}
