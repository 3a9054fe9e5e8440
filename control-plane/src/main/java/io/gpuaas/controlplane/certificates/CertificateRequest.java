package io.gpuaas.controlplane.certificates;

import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.tls.Pem;
import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** A PKCS 10 request whose sender has proved to hold the private key. Names in it do not count. */
public record CertificateRequest(PublicKey key, String pem) {

    private static final int PEM_CHARACTERS_MAX = 8_192;
    private static final int CURVE_BITS = 256;

    public static CertificateRequest parse(String pem) {
        if (pem.length() > PEM_CHARACTERS_MAX) {
            throw invalid("The request is too long.");
        }
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            if (!(parser.readObject() instanceof PKCS10CertificationRequest read)) {
                throw invalid("The text is not a PKCS #10 request in PEM format.");
            }
            return verified(new JcaPKCS10CertificationRequest(read), pem);
        } catch (IOException | GeneralSecurityException | OperatorCreationException | PKCSException e) {
            throw invalid("The request cannot be parsed.");
        } catch (RuntimeException e) {
            throw e instanceof ProblemException ? e : invalid("The request cannot be parsed.");
        }
    }

    private static CertificateRequest verified(JcaPKCS10CertificationRequest request, String pem)
            throws GeneralSecurityException, OperatorCreationException, PKCSException {
        PublicKey key = request.getPublicKey();
        if (!(key instanceof ECPublicKey curve)
                || curve.getParams().getCurve().getField().getFieldSize() != CURVE_BITS) {
            throw invalid("The key must be an EC P-256 key.");
        }
        ContentVerifierProvider verifier = new JcaContentVerifierProviderBuilder().build(key);
        if (!request.isSignatureValid(verifier)) {
            throw invalid("The request is not signed with its own key.");
        }
        return new CertificateRequest(key, pem);
    }

    /** For a key of our own, with nothing but the key in it. */
    public static CertificateRequest of(KeyPair pair) {
        try {
            return new CertificateRequest(
                    pair.getPublic(),
                    Pem.write(
                            "CERTIFICATE REQUEST",
                            new JcaPKCS10CertificationRequestBuilder(new X500Name(new RDN[0]), pair.getPublic())
                                    .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                                    .getEncoded()));
        } catch (IOException | OperatorCreationException e) {
            throw new IllegalStateException("every JDK signs with P-256", e);
        }
    }

    public String keyDigest() {
        return Digests.hexSha256(key.getEncoded());
    }

    /** The request, or what it claims, is wrong. */
    public static ProblemException invalid(String why) {
        return ProblemException.of(ErrorCode.CERTIFICATE_REQUEST_INVALID, why);
    }
}
