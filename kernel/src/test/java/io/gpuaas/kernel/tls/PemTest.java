package io.gpuaas.kernel.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PemTest {

    private static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBdTCCARugAwIBAgIUNJpTQ7WzezP+4Cproz37+REP+towCgYIKoZIzj0EAwIw
            DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMTgyMDE0MDFaGA8yMTI2MTAyNTIwMTQw
            MVowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHM7
            /iuK577NNS0mRc/oJdXY1Sb4DeU3NABZTZkyaUQ/CrmpPPDsMEmDzSqERbefS9wr
            m9FP5eeylOk9nh9sFwyjUzBRMB0GA1UdDgQWBBQjhsy3JmXVLcVUHHq1T7Ufo9rl
            LjAfBgNVHSMEGDAWgBQjhsy3JmXVLcVUHHq1T7Ufo9rlLjAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIGhq5wLBXdjiaU7b2Pctv9erfi92W52NFyPm
            pD6Mj5CEAiEArydukTrrHpP1hwwWRI/uTn1Qr3nqTx1Lt0Jz5YuNGLg=
            -----END CERTIFICATE-----
            """;

    @Test
    void aKeyAndCertificatesInOneTextAreReadAsTheyWereWritten() throws Exception {
        List<X509Certificate> certificates = Pem.readCertificates(CERTIFICATE);
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        String text =
                Pem.write(pair.getPrivate()) + Pem.write(List.of(certificates.getFirst(), certificates.getFirst()));
        assertThat(Pem.readEcKey(text).getEncoded()).isEqualTo(pair.getPrivate().getEncoded());
        assertThat(Pem.readCertificates(text)).containsExactly(certificates.getFirst(), certificates.getFirst());
        assertThat(Pem.write(certificates)).isEqualTo(CERTIFICATE);
    }

    @Test
    void aTextWithoutACertificateIsRefusedAndALongOneIsReadInPart() throws Exception {
        assertThatThrownBy(() -> Pem.readCertificates("-----BEGIN CERTIFICATE-----"))
                .isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> Pem.readCertificates(CERTIFICATE.replace("MIIB", "MIIC")))
                .isInstanceOf(CertificateException.class);
        String many = String.join("", Collections.nCopies(Pem.CERTIFICATES_MAX + 1, CERTIFICATE));
        assertThat(Pem.readCertificates(many)).hasSize(Pem.CERTIFICATES_MAX);
    }
}
