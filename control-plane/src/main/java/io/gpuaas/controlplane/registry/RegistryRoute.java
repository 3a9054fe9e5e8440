package io.gpuaas.controlplane.registry;

import java.util.UUID;

/** The target of a request, read from its path. */
sealed interface RegistryRoute {

    record Base() implements RegistryRoute {}

    record Token() implements RegistryRoute {}

    /** Everything below the name of a repository. */
    sealed interface InRepository extends RegistryRoute {
        RepositoryName repository();
    }

    record NewUpload(RepositoryName repository) implements InRepository {}

    record Upload(RepositoryName repository, UUID upload) implements InRepository {}

    record Blob(RepositoryName repository, ContentDigest digest) implements InRepository {}

    record ManifestByDigest(RepositoryName repository, ContentDigest digest) implements InRepository {}

    record ManifestByTag(RepositoryName repository, Tag tag) implements InRepository {}

    /** A reference that is neither a digest nor a tag, so no manifest has it. */
    record ManifestByInvalidTag(RepositoryName repository) implements InRepository {}

    record Tags(RepositoryName repository) implements InRepository {}

    record Referrers(RepositoryName repository, ContentDigest digest) implements InRepository {}

    /** The part after the last marker decides, since the name of a repository may hold any of the words. */
    static RegistryRoute parse(String path) {
        if (path.equals("/v2") || path.equals("/v2/")) {
            return new Base();
        }
        if (path.equals("/token")) {
            return new Token();
        }
        if (!path.startsWith("/v2/")) {
            throw RegistryException.notFound();
        }
        String rest = path.substring("/v2/".length());
        if (rest.endsWith("/tags/list")) {
            return new Tags(name(rest.substring(0, rest.length() - "/tags/list".length())));
        }
        if (rest.endsWith("/blobs/uploads") || rest.endsWith("/blobs/uploads/")) {
            return new NewUpload(name(rest.substring(0, rest.lastIndexOf("/blobs/uploads"))));
        }
        int slash = rest.lastIndexOf('/');
        String last = rest.substring(slash + 1);
        String before = slash < 0 ? "" : rest.substring(0, slash);
        if (before.endsWith("/blobs/uploads")) {
            return new Upload(name(before.substring(0, before.length() - "/blobs/uploads".length())), uploadId(last));
        }
        if (before.endsWith("/blobs")) {
            return new Blob(name(before.substring(0, before.length() - "/blobs".length())), digest(last));
        }
        if (before.endsWith("/referrers")) {
            return new Referrers(name(before.substring(0, before.length() - "/referrers".length())), digest(last));
        }
        if (before.endsWith("/manifests")) {
            return manifest(name(before.substring(0, before.length() - "/manifests".length())), last);
        }
        throw RegistryException.notFound();
    }

    private static RegistryRoute manifest(RepositoryName repository, String reference) {
        if (reference.indexOf(':') >= 0) {
            return new ManifestByDigest(repository, digest(reference));
        }
        return Tag.find(reference)
                .<RegistryRoute>map(tag -> new ManifestByTag(repository, tag))
                .orElseGet(() -> new ManifestByInvalidTag(repository));
    }

    private static RepositoryName name(String text) {
        return RepositoryName.find(text).orElseThrow(RegistryException::nameInvalid);
    }

    private static ContentDigest digest(String text) {
        return ContentDigest.find(text)
                .orElseThrow(() -> RegistryException.digestInvalid("use sha256 or sha512 with lower-case hex"));
    }

    private static UUID uploadId(String text) {
        try {
            UUID id = UUID.fromString(text);
            if (id.toString().equals(text)) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            throw RegistryException.uploadUnknown();
        }
        throw RegistryException.uploadUnknown();
    }
}
