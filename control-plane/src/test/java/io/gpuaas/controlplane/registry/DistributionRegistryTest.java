package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.ForeignRegistry.Deviations;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The contract of registries against distribution v3, built with Go. */
@Tag("full")
@Against("distribution")
class DistributionRegistryTest extends ConformanceContract {

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
            "whatIsDeletedIsGoneAtOnce", "an OCI manifest is hidden from a client without Accept");

    @BeforeAll
    static void start() throws IOException {
        server = ForeignRegistry.start("registry", folder);
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
