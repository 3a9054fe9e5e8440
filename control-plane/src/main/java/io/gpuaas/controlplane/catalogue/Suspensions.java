package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppSuspension;
import io.gpuaas.api.SuspendApps;
import io.gpuaas.controlplane.artifacts.PublishedContent;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.AppSuspensionChanged;
import io.gpuaas.kernel.AppSuspensionId;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Suspends publishers, apps and versions. Another person than the one who suspended must lift it. */
@Component
class Suspensions {

    private final SuspensionStore store;
    private final AppStore apps;
    private final VersionStore versions;
    private final PublishedContent published;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Suspensions(
            SuspensionStore store,
            AppStore apps,
            VersionStore versions,
            PublishedContent published,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.apps = apps;
        this.versions = versions;
        this.published = published;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    AppSuspension suspend(SuspendApps command) {
        requireTarget(command);
        AppSuspension suspension = new AppSuspension(
                new AppSuspensionId(ids.next()),
                command.namespace(),
                command.appName(),
                command.version(),
                command.reason().strip(),
                clock.instant(),
                Call.current().caller().id(),
                null,
                null,
                null);
        store.add(suspension);
        announce(suspension, false);
        return suspension;
    }

    private void requireTarget(SuspendApps command) {
        if (command.version() != null && command.appName() == null) {
            throw ProblemException.invalid("/version", "needs app_name");
        }
        if (command.appName() == null) {
            if (!published.publisherExists(command.namespace())) {
                throw ProblemException.notFound("publisher");
            }
            return;
        }
        AppStore.AppRow app =
                apps.find(command.namespace() + "/" + command.appName()).orElseThrow(CatalogueErrors::noApp);
        if (command.version() != null
                && versions.find(app.id(), command.version()).isEmpty()) {
            throw CatalogueErrors.noVersion();
        }
    }

    AppSuspension lift(AppSuspensionId id, String reason) {
        AppSuspension suspension = store.lock(id).orElseThrow(CatalogueErrors::noSuspension);
        if (suspension.liftedAt() != null) {
            return suspension;
        }
        String caller = Call.current().caller().id();
        if (caller.equals(suspension.suspendedBy())) {
            throw CatalogueErrors.liftedBySuspender();
        }
        store.lift(id, reason.strip(), caller, clock.instant());
        AppSuspension lifted = store.lock(id).orElseThrow();
        announce(lifted, true);
        return lifted;
    }

    private void announce(AppSuspension suspension, boolean isLifted) {
        outbox.append(new AppSuspensionChanged(
                suspension.id(), suspension.namespace(), suspension.appName(), suspension.version(), isLifted));
    }
}
