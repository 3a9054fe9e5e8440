package io.gpuaas.controlplane.identity;

/** The verified caller of the request in hand; bound by the pipeline. */
public final class SignedIn {

    private static final ScopedValue<Authenticated> CURRENT = ScopedValue.newInstance();

    private SignedIn() {}

    static Authenticated current() {
        return CURRENT.orElse(Authenticated.NOBODY);
    }

    public static <R, X extends Throwable> R run(Authenticated who, ScopedValue.CallableOp<R, X> work) throws X {
        return ScopedValue.where(CURRENT, who).call(work);
    }
}
