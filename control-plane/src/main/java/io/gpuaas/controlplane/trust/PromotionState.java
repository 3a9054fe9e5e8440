package io.gpuaas.controlplane.trust;

/** How widely an artifact is offered. */
public enum PromotionState {
    PUBLISHED,
    PROMOTED,
    DEPRECATED,
    RETIRED;

    public boolean mayMoveTo(PromotionState next) {
        return switch (this) {
            case PUBLISHED -> next == PROMOTED || next == RETIRED;
            case PROMOTED -> next == DEPRECATED;
            case DEPRECATED -> next == PROMOTED || next == RETIRED;
            case RETIRED -> false;
        };
    }
}
