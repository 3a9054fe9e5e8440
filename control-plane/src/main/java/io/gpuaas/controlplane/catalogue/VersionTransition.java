package io.gpuaas.controlplane.catalogue;

import static io.gpuaas.api.AppVersionState.APPROVED;
import static io.gpuaas.api.AppVersionState.CHANGES_REQUESTED;
import static io.gpuaas.api.AppVersionState.DEPRECATED;
import static io.gpuaas.api.AppVersionState.DRAFT;
import static io.gpuaas.api.AppVersionState.IN_REVIEW;
import static io.gpuaas.api.AppVersionState.PUBLISHED;
import static io.gpuaas.api.AppVersionState.REJECTED;
import static io.gpuaas.api.AppVersionState.SUBMITTED;

import io.gpuaas.api.AppVersionState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The table of changes of a version's state: each act with the states it starts from and the one it ends in. */
enum VersionTransition {
    /** Replaces the content. */
    REPLACE(DRAFT, DRAFT, CHANGES_REQUESTED),
    SUBMIT(SUBMITTED, DRAFT, CHANGES_REQUESTED),
    WITHDRAW(DRAFT, SUBMITTED, IN_REVIEW),
    START_REVIEW(IN_REVIEW, SUBMITTED),
    APPROVE(APPROVED, IN_REVIEW),
    REQUEST_CHANGES(CHANGES_REQUESTED, IN_REVIEW),
    REJECT(REJECTED, IN_REVIEW),
    /** From published to published is a move of another channel. */
    PUBLISH(PUBLISHED, APPROVED, PUBLISHED),
    /** Without a review, for the publisher's own tenant. */
    PUBLISH_WITHIN_TENANT(PUBLISHED, DRAFT, APPROVED, PUBLISHED),
    DEPRECATE(DEPRECATED, PUBLISHED);

    private final AppVersionState to;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Set<AppVersionState> from;

    VersionTransition(AppVersionState to, AppVersionState first, AppVersionState... more) {
        this.to = to;
        this.from = Collections.unmodifiableSet(EnumSet.of(first, more));
    }

    AppVersionState to() {
        return to;
    }

    Set<AppVersionState> from() {
        return from;
    }

    /** Returns the state after the act, or throws with the states in which it is possible. */
    AppVersionState after(AppVersionState state) {
        if (!from.contains(state)) {
            throw CatalogueErrors.wrongState(state, from);
        }
        return to;
    }
}
