package io.gpuaas.controlplane.objects;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

@Configuration(proxyBeanMethods = false)
class ObjectStoreConfiguration {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    @Bean
    ObjectStore objectStore(GpuaasProperties properties) throws IOException {
        return ObjectStores.open(properties, null);
    }

    static S3Objects s3(GpuaasProperties.Objects settings) throws IOException {
        String secret = Files.readString(Path.of(required("secret-key-file", settings.secretKeyFile())))
                .strip();
        return new S3Objects(
                S3Client.builder()
                        .endpointOverride(URI.create(required("endpoint", settings.endpoint())))
                        .region(Region.of(settings.region()))
                        // Bucket names as parts of host names need a name server that knows them.
                        .forcePathStyle(true)
                        // Other makers' stores do not know the newer checksums.
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .credentialsProvider(StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(required("access-key", settings.accessKey()), secret)))
                        .httpClient(UrlConnectionHttpClient.builder()
                                .connectionTimeout(CONNECT_TIMEOUT)
                                .socketTimeout(READ_TIMEOUT)
                                .build())
                        .build(),
                required("bucket", settings.bucket()));
    }

    private static String required(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalStateException("gpuaas.objects." + name + " is needed with kind: s3");
        }
        return value;
    }
}
