package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.ForeignRegistry.Deviations;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The contract of registries against Debian's docker-registry, which shows that the tests are not made for ours. */
@Against("docker-registry")
class DebianRegistryTest extends ConformanceContract {

    @TempDir
    static Path folder;

    private static ForeignRegistry server;

    @RegisterExtension
    final Deviations deviations = Deviations.of(
            "referrersArePushedBeforeTheirSubjectAndFound", "there are no referrers",
            "referrersOfEveryKindAreListedAsTheyAre", "there are no referrers",
            "aManifestIsReadByTagAndByDigestAsItCame", "an OCI manifest is hidden from a client without Accept",
            "everythingMayBeAddressedBySha512", "blobs are kept under SHA-256 alone",
            "aMountWithoutASourceFindsOne", "a mount needs a source",
            "aManifestPushedByDigestTakesTags", "tags of the query are not read",
            "imagesAndIndexesOfEveryShapeAreKept", "an image with layers that are kept elsewhere is answered 500",
            "whatIsDeletedIsGoneAtOnce", "a tag cannot be deleted",
            "aBlobArrivesInChunksAndTheirOrderIsKept", "a chunk that leaves a gap is accepted",
            "aChunkOutOfOrderIsRefusedAndTheUploadGoesOn", "a chunk that leaves a gap is accepted",
            "tagsAreListedInOrderAndInPages", "tags are listed without order",
            "deletesFollowTheOrderOfTheSuite", "a tag cannot be deleted",
            "rangesOfABlobAreServedAsAsked", "a range outside of a blob breaks the answer",
            "whatIsMissingIsNotFound", "a malformed digest is answered 500",
            "aManifestUnderAnotherDigestIsRefused", "a malformed digest is answered 500");

    @BeforeAll
    static void start() throws IOException {
        server = ForeignRegistry.start("docker-registry", folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    RegistryClient client() {
        return server.client();
    }

    @Override
    RegistryClient neighbour(RegistryClient client) {
        return ForeignRegistry.neighbour(client);
    }
}
