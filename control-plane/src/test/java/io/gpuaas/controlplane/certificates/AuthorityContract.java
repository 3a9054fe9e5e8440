package io.gpuaas.controlplane.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.nodes.MachineCertificates;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of every certificate authority. */
abstract class AuthorityContract {

    abstract CertificateAuthority authority();

    private static final String NODE = "spiffe://gpuaas/node/0193a1b0-0000-7000-8000-000000000001";
    private static final KeyPair KEYS = KeyPairs.p256();

    private List<X509Certificate> ofANode() {
        return authority()
                .issue(CertificateRequest.of(KEYS), new CertificateAuthority.Names("node 1", List.of(NODE), List.of()));
    }

    @Test
    void theCertificateIsForTheKeyAndNamesTheNodeAlone() throws Exception {
        X509Certificate leaf = ofANode().getFirst();
        assertThat(leaf.getPublicKey()).isEqualTo(KEYS.getPublic());
        assertThat(leaf.getSubjectAlternativeNames())
                .singleElement()
                .satisfies(name -> assertThat(name.get(1)).isEqualTo(NODE));
        assertThat(leaf.getBasicConstraints()).as("no authority").isEqualTo(-1);
        assertThat(leaf.getExtendedKeyUsage()).contains("1.3.6.1.5.5.7.3.2");
    }

    @Test
    void itIsValidForADayAndAlreadyTenMinutesAgo() {
        X509Certificate leaf = ofANode().getFirst();
        Instant now = Instant.now();
        assertThat(leaf.getNotBefore().toInstant()).isBetween(now.minusSeconds(660), now.minusSeconds(590));
        Duration left = Duration.between(now, leaf.getNotAfter().toInstant());
        assertThat(left).isBetween(Duration.ofMinutes(23 * 60 + 45), Duration.ofMinutes(24 * 60 + 1));
    }

    @Test
    void theChainLeadsToTheRootWhichIsLeftOut() throws Exception {
        List<X509Certificate> chain = ofANode();
        assertThat(chain).doesNotContain(authority().root());
        for (int i = 0; i < chain.size(); i++) {
            X509Certificate issuer =
                    i + 1 < chain.size() ? chain.get(i + 1) : authority().root();
            chain.get(i).verify(issuer.getPublicKey());
        }
    }

    @Test
    void serialNumbersDiffer() {
        assertThat(MachineCertificates.serialOf(ofANode().getFirst()))
                .isNotEqualTo(MachineCertificates.serialOf(ofANode().getFirst()));
    }

    @Test
    void aListenerGetsItsHostNamesAndAddresses() throws Exception {
        X509Certificate leaf = authority()
                .issue(
                        CertificateRequest.of(KEYS),
                        new CertificateAuthority.Names("listener", List.of(), List.of("localhost", "127.0.0.1")))
                .getFirst();
        assertThat(leaf.getSubjectAlternativeNames()).hasSize(2);
        assertThat(leaf.getExtendedKeyUsage()).contains("1.3.6.1.5.5.7.3.1");
    }
}
