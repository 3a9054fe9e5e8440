package io.gpuaas.controlplane.objects;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;

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

    /** In the mode in which also the account's owner cannot shorten it. S3 asks for a digest with such a request. */
    @Override
    public void putLocked(ObjectName name, byte[] bytes, Instant until) throws IOException {
        try {
            client.putObject(
                    request -> request.bucket(bucket)
                            .key(name.value())
                            .contentMD5(md5(bytes))
                            .objectLockMode(ObjectLockMode.COMPLIANCE)
                            .objectLockRetainUntilDate(until),
                    RequestBody.fromBytes(bytes));
        } catch (SdkException e) {
            throw new IOException("the object store did not take " + name, e);
        }
    }

    private static String md5(byte[] bytes) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    @Override
    public List<ObjectName> listAfter(String prefix, @Nullable ObjectName after, int limit) throws IOException {
        try {
            return client
                    .listObjectsV2Paginator(request ->
                            request.bucket(bucket).prefix(prefix).startAfter(after == null ? null : after.value()))
                    .contents()
                    .stream()
                    .limit(limit)
                    .map(object -> new ObjectName(object.key()))
                    .toList();
        } catch (SdkException e) {
            throw new IOException("the object store did not list " + prefix, e);
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
    public Optional<InputStream> open(ObjectName name, long from) throws IOException {
        try {
            return Optional.of(client.getObject(
                    request -> request.bucket(bucket).key(name.value()).range("bytes=" + from + "-")));
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
