package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.App;
import io.gpuaas.api.AppAccess;
import io.gpuaas.api.AppChannel;
import io.gpuaas.api.AppVersion;
import io.gpuaas.api.AppVersionChanges;
import io.gpuaas.api.UpdateApp;
import io.gpuaas.controlplane.catalogue.AppStore.AppRow;
import io.gpuaas.controlplane.catalogue.AppStore.Filter;
import io.gpuaas.controlplane.catalogue.AppStore.ShownApp;
import io.gpuaas.controlplane.catalogue.VersionViews.Reader;
import io.gpuaas.controlplane.entitlements.ProjectApps;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.events.AppChanged;
import io.gpuaas.kernel.AppId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows apps and versions to projects: those of their own tenant, and those that are offered and granted to it. */
@Component
class Apps {

    private final AppStore store;
    private final VersionStore versions;
    private final SuspensionStore suspensions;
    private final VersionViews views;
    private final Comparison comparison;
    private final ProjectApps projectApps;
    private final Outbox outbox;

    Apps(
            AppStore store,
            VersionStore versions,
            SuspensionStore suspensions,
            VersionViews views,
            Comparison comparison,
            ProjectApps projectApps,
            Outbox outbox) {
        this.store = store;
        this.versions = versions;
        this.suspensions = suspensions;
        this.views = views;
        this.comparison = comparison;
        this.projectApps = projectApps;
        this.outbox = outbox;
    }

    /** The wishes of a caller who lists apps. */
    record Wish(
            @Nullable String search,
            @Nullable String category,
            @Nullable Boolean enabled) {}

    List<App> list(TenantId tenant, ProjectId project, Wish wish, @Nullable String after, int limit) {
        ProjectApps.Known known = projectApps.of(tenant, project);
        Set<String> without = new HashSet<>(known.withheld());
        Set<String> only = null;
        if (wish.enabled() != null && wish.enabled()) {
            only = known.enabled();
        } else if (wish.enabled() != null) {
            without.addAll(known.enabled());
        }
        Filter filter =
                new Filter(wish.search(), wish.category(), only, without, !known.isPublicGranted(), known.granted());
        List<ShownApp> found = store.list(tenant, filter, after, limit);
        Map<AppId, List<AppChannel>> channels =
                store.channels(tenant, found.stream().map(one -> one.app().id()).toList());
        return found.stream()
                .map(one -> view(tenant, one, channels.getOrDefault(one.app().id(), List.of()), known))
                .toList();
    }

    App get(TenantId tenant, ProjectId project, String name) {
        ProjectApps.Known known = projectApps.of(tenant, project);
        ShownApp app = require(tenant, name, known);
        return view(
                tenant,
                app,
                store.channels(tenant, List.of(app.app().id()))
                        .getOrDefault(app.app().id(), List.of()),
                known);
    }

    /** Finds an app of the tenant, or one that is offered and granted to it. */
    private ShownApp require(TenantId tenant, String name, ProjectApps.Known known) {
        return store.find(tenant, name)
                .filter(app -> app.app().tenant().equals(tenant) || known.isGranted(name))
                .orElseThrow(CatalogueErrors::noApp);
    }

    private App view(TenantId tenant, ShownApp shown, List<AppChannel> channels, ProjectApps.Known known) {
        AppRow app = shown.app();
        return new App(
                app.id(),
                app.name(),
                shown.title(),
                shown.summary(),
                shown.latest(),
                app.categories(),
                app.visibility(),
                app.tenant().equals(tenant),
                access(app.name(), known),
                channels,
                suspensions.findReason(app.name(), null).isPresent(),
                app.createdAt());
    }

    private static AppAccess access(String name, ProjectApps.Known known) {
        if (known.enabled().contains(name)) {
            return AppAccess.ENABLED;
        }
        return known.requested().contains(name) ? AppAccess.REQUESTED : AppAccess.AVAILABLE;
    }

    App update(TenantId tenant, ProjectId project, String name, UpdateApp command) {
        AppRow app = store.lock(tenant, name).orElseThrow(CatalogueErrors::noApp);
        List<String> categories =
                command.categories().stream().distinct().sorted().toList();
        if (app.visibility() != command.visibility() || !app.categories().equals(categories)) {
            store.update(app.id(), command.visibility(), categories);
            outbox.append(
                    new AppChanged(app.id(), tenant, name, command.visibility().wire()));
        }
        return get(tenant, project, name);
    }

    /** An app with the relation of the project's tenant to it. */
    record Seen(AppId app, Reader reader) {}

    Seen see(TenantId tenant, ProjectId project, String name) {
        AppRow app = require(tenant, name, projectApps.of(tenant, project)).app();
        return new Seen(app.id(), app.tenant().equals(tenant) ? Reader.PUBLISHER : Reader.OTHER_TENANT);
    }

    VersionRow requireVersion(Seen seen, String number) {
        return versions.find(seen.app(), number)
                .filter(version -> seen.reader() == Reader.PUBLISHER || version.isOffered())
                .orElseThrow(CatalogueErrors::noVersion);
    }

    AppVersion version(TenantId tenant, ProjectId project, String name, String number) {
        Seen seen = see(tenant, project, name);
        return views.withManifest(requireVersion(seen, number), seen.reader());
    }

    AppVersionChanges compare(TenantId tenant, ProjectId project, String name, String number, @Nullable String from) {
        Seen seen = see(tenant, project, name);
        VersionRow to = requireVersion(seen, number);
        if (from != null) {
            return comparison.of(requireVersion(seen, from), to);
        }
        return comparison.withPublishedBefore(to, seen.reader() == Reader.OTHER_TENANT);
    }
}
