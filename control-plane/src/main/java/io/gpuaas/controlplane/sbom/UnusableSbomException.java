package io.gpuaas.controlplane.sbom;

/** Says why an SBOM is not read. */
public final class UnusableSbomException extends Exception {

    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** Why an SBOM is not read. */
    public enum Reason {
        TOO_LARGE,
        TOO_DEEP,
        TOO_MANY_COMPONENTS,
        UNREADABLE,
        UNSUPPORTED_FORM
    }

    public UnusableSbomException(Reason reason) {
        super(reason.name());
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
