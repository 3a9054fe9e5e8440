package io.gpuaas.controlplane.objects;

import java.io.IOException;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** A bucket of S3, or of anything that speaks it. */
final class S3Objects implements ObjectStore, AutoCloseable {

    private final S3Client client;
    private final String bucket;

    S3Objects(S3Client client, String bucket) {
        this.client = client;
        this.bucket = bucket;
    }

    @Override
    public void put(ObjectName name, byte[] bytes) throws IOException {
        try {
            client.putObject(request -> request.bucket(bucket).key(name.value()), RequestBody.fromBytes(bytes));
        } catch (SdkException e) {
            throw new IOException("the object store did not take " + name, e);
        }
    }

    @Override
    public Optional<byte[]> find(ObjectName name) throws IOException {
        try {
            return Optional.of(
                    client.getObjectAsBytes(request -> request.bucket(bucket).key(name.value()))
                            .asByteArray());
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        } catch (SdkException e) {
            throw new IOException("the object store did not give " + name, e);
        }
    }

    @Override
    public void delete(ObjectName name) throws IOException {
        try {
            client.deleteObject(request -> request.bucket(bucket).key(name.value()));
        } catch (SdkException e) {
            throw new IOException("the object store did not delete " + name, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
