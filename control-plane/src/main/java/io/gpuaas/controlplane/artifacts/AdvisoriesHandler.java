package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.AdvisoriesApi;
import io.gpuaas.api.Advisory;
import io.gpuaas.api.AdvisoryHitPage;
import io.gpuaas.api.AdvisoryPage;
import io.gpuaas.api.ArtifactReason;
import io.gpuaas.api.CreateAdvisory;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.Hit;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.HitKey;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AdvisoryId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AdvisoriesHandler implements AdvisoriesApi {

    private static final String ADVISORIES = "advisories";
    private static final String HITS = "advisory-hits";

    private final Advisories advisories;

    AdvisoriesHandler(Advisories advisories) {
        this.advisories = advisories;
    }

    @Override
    public AdvisoryPage listAdvisories(Integer limit, @Nullable String cursor) {
        List<Advisory> rows = advisories.list(PageCursor.decode(ADVISORIES, cursor, UUID::fromString), limit + 1);
        return new AdvisoryPage(PageCursor.page(rows, limit), PageCursor.next(ADVISORIES, rows, limit, Advisory::id));
    }

    @Override
    public Advisory createAdvisory(CreateAdvisory command) {
        return advisories.create(command);
    }

    @Override
    public Advisory getAdvisory(AdvisoryId id) {
        return advisories.get(id);
    }

    @Override
    public Advisory closeAdvisory(AdvisoryId id, ArtifactReason command) {
        return advisories.close(id, command.reason());
    }

    @Override
    public AdvisoryHitPage listAdvisoryHits(AdvisoryId id, Integer limit, @Nullable String cursor) {
        List<Hit> rows = advisories.listHits(id, PageCursor.decode(HITS, cursor, HitKey::parse), limit + 1);
        return new AdvisoryHitPage(
                advisories.view(PageCursor.page(rows, limit)),
                PageCursor.next(
                        HITS, rows, limit, hit -> new HitKey(hit.artifact().value(), hit.version())));
    }
}
