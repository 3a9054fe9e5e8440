package io.gpuaas.controlplane.custody;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.StartProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CustodyConfiguration {

    /** No bean when secrets stay in the database. */
    @Bean
    @Nullable OutsideStore outsideStore(GpuaasProperties properties, Clock clock) {
        GpuaasProperties.Custody settings = properties.custody();
        return switch (settings.kind()) {
            case SEALED -> null;
            case VAULT -> vault(settings.vault(), clock);
        };
    }

    private static VaultSecrets vault(GpuaasProperties.Custody.Vault settings, Clock clock) {
        URI address = URI.create(StartProblem.requireSet("gpuaas.custody.vault.address", settings.address()));
        if (!"https".equals(address.getScheme()) && !isLoopback(address)) {
            throw StartProblem.wrongSetting(
                    "gpuaas.custody.vault.address must begin with https://, except on loopback.");
        }
        HttpClient.Builder client = HttpClient.newBuilder();
        String authority = settings.caFile();
        if (authority != null && !authority.isBlank()) {
            client.sslContext(trusting(Path.of(authority)));
        }
        return new VaultSecrets(
                new VaultSecrets.Access(
                        address,
                        settings.namespace(),
                        settings.mount(),
                        settings.prefix(),
                        settings.authMount(),
                        StartProblem.requireSet("gpuaas.custody.vault.role-id", settings.roleId()),
                        Path.of(StartProblem.requireSet(
                                "gpuaas.custody.vault.secret-id-file", settings.secretIdFile()))),
                client,
                clock);
    }

    private static boolean isLoopback(URI address) {
        return "http".equals(address.getScheme())
                && ("127.0.0.1".equals(address.getHost()) || "localhost".equals(address.getHost()));
    }

    /** Trusts the certificates of a PEM file, and no others. */
    private static SSLContext trusting(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw StartProblem.wrongSetting("gpuaas.custody.vault.ca-file: " + file + " has no certificates.");
        }
    }
}
