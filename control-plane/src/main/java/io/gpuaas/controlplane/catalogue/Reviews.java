package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppReview;
import io.gpuaas.api.AppReviewOutcome;
import io.gpuaas.api.AppVersion;
import io.gpuaas.api.AppVersionState;
import io.gpuaas.api.FindingSeverity;
import io.gpuaas.api.ManifestFinding;
import io.gpuaas.api.ReviewAppVersion;
import io.gpuaas.api.ReviewPoint;
import io.gpuaas.controlplane.catalogue.VersionViews.Reader;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.TenantPeople;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reviews versions, by people who have no role in the publisher's tenant and did not work on the version. One reviewer has a
 * version at a time. An approval names the digest of the content that was read.
 */
@Component
class Reviews {

    private final AppStore apps;
    private final VersionStore versions;
    private final SuspensionStore suspensions;
    private final ManifestReading reading;
    private final VersionViews views;
    private final Comparison comparison;
    private final TenantPeople people;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Reviews(
            AppStore apps,
            VersionStore versions,
            SuspensionStore suspensions,
            ManifestReading reading,
            VersionViews views,
            Comparison comparison,
            TenantPeople people,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.apps = apps;
        this.versions = versions;
        this.suspensions = suspensions;
        this.reading = reading;
        this.views = views;
        this.comparison = comparison;
        this.people = people;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    /** Shows versions that were submitted at some time; drafts are the publisher's alone. */
    AppReview get(String app, String number) {
        return apps.find(app)
                .flatMap(found -> versions.find(found.id(), number))
                .filter(version -> version.progress().submittedAt() != null)
                .map(this::view)
                .orElseThrow(CatalogueErrors::noVersion);
    }

    AppReview start(String app, String number) {
        VersionRow version = lock(app, number);
        requireOutsider(version);
        String reviewer = Call.current().caller().id();
        Instant now = clock.instant();
        if (version.state() == AppVersionState.IN_REVIEW) {
            if (reviewer.equals(version.progress().reviewer())) {
                return view(version);
            }
            Instant until = Objects.requireNonNull(version.progress().reviewStartedAt())
                    .plus(policies.effective(CataloguePolicies.REVIEW_HOLD));
            if (now.isBefore(until)) {
                throw CatalogueErrors.reviewTaken(until);
            }
            versions.startReview(version.id(), AppVersionState.IN_REVIEW, reviewer, now);
        } else {
            versions.startReview(version.id(), VersionTransition.START_REVIEW.after(version.state()), reviewer, now);
        }
        VersionRow started = versions.find(version.appId(), number).orElseThrow();
        outbox.append(PublisherVersions.event(started, null));
        return view(started);
    }

    AppVersion decide(String app, String number, ReviewAppVersion command) {
        VersionRow version = lock(app, number);
        requireOutsider(version);
        String reviewer = Call.current().caller().id();
        VersionTransition act = transition(command.outcome());
        if (version.state() == act.to()
                && reviewer.equals(version.progress().reviewer())
                && version.progress().outcome() == command.outcome()
                && (command.digest() == null
                        || command.digest().equals(version.progress().outcomeDigest()))) {
            return views.view(version, Reader.REVIEWER);
        }
        AppVersionState state = act.after(version.state());
        if (!reviewer.equals(version.progress().reviewer())) {
            throw CatalogueErrors.notItsReviewer();
        }
        requireSameContent(version, command.digest());
        List<String> agreed = command.agreed() == null ? List.of() : command.agreed();
        if (command.outcome() == AppReviewOutcome.APPROVE) {
            requireApprovable(version, command.digest(), agreed);
        }
        Instant now = clock.instant();
        String message = command.message().strip();
        versions.decide(version, state, command.outcome(), message, now);
        versions.addReview(ids.next(), version, command.outcome(), message, agreed, reviewer, now);
        VersionRow decided = versions.find(version.appId(), number).orElseThrow();
        outbox.append(PublisherVersions.event(decided, null));
        return views.view(decided, Reader.REVIEWER);
    }

    private static VersionTransition transition(AppReviewOutcome outcome) {
        return switch (outcome) {
            case APPROVE -> VersionTransition.APPROVE;
            case REQUEST_CHANGES -> VersionTransition.REQUEST_CHANGES;
            case REJECT -> VersionTransition.REJECT;
        };
    }

    private static void requireSameContent(VersionRow version, @Nullable String digest) {
        if (digest != null && !digest.equals(version.content().digest())) {
            throw CatalogueErrors.reviewOutdated(version.content().digest());
        }
    }

    private void requireApprovable(VersionRow version, @Nullable String digest, List<String> agreed) {
        suspensions.findReason(version.app(), version.version()).ifPresent(reason -> {
            throw CatalogueErrors.suspended(reason);
        });
        reading.requireUsable(version, versions.artifacts(version.id()));
        if (digest == null) {
            throw CatalogueErrors.noDigest();
        }
        List<String> missing = points(version).stream()
                .map(ReviewPoint::id)
                .filter(id -> !agreed.contains(id))
                .toList();
        if (!missing.isEmpty()) {
            throw CatalogueErrors.reviewIncomplete(missing);
        }
    }

    private VersionRow lock(String app, String number) {
        return apps.find(app)
                .flatMap(found -> versions.lock(found.id(), number))
                .filter(version -> version.progress().submittedAt() != null)
                .orElseThrow(CatalogueErrors::noVersion);
    }

    private void requireOutsider(VersionRow version) {
        String reviewer = Call.current().caller().id();
        if (people.belongsTo(reviewer, version.tenant())) {
            throw CatalogueErrors.ownTenant();
        }
        // Somebody who has left the tenant since, or an operator who acted in it, also through a service account.
        if (versions.isAuthor(version.id(), reviewer)) {
            throw CatalogueErrors.ownVersion();
        }
    }

    private static List<ReviewPoint> points(VersionRow version) {
        return version.content().findings().stream()
                .filter(finding -> finding.severity() == FindingSeverity.REVIEW)
                .map(Reviews::point)
                .toList();
    }

    private static ReviewPoint point(ManifestFinding finding) {
        return new ReviewPoint(
                finding.code() + ":" + finding.pointer(), finding.code(), finding.pointer(), finding.message());
    }

    private AppReview view(VersionRow version) {
        return new AppReview(
                views.withManifest(version, Reader.REVIEWER),
                version.progress().reviewer(),
                version.progress().reviewStartedAt(),
                points(version),
                comparison.withPublishedBefore(version, false));
    }
}
