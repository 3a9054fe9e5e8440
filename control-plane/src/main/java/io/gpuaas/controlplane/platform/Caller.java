package io.gpuaas.controlplane.platform;

/** The actor: a person, a machine, an anonymous caller, or the platform itself. */
public record Caller(String id, Kind kind, String displayName) {

    public static final Caller ANONYMOUS = new Caller("anonymous", Kind.ANONYMOUS, "anonymous");
    public static final Caller SYSTEM = new Caller("system", Kind.SYSTEM, "the platform");

    public enum Kind {
        USER,
        SERVICE_ACCOUNT,
        ANONYMOUS,
        SYSTEM;

        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
