package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;

/** The verified caller of the request in hand; bound by the pipeline. */
public final class SignedIn {

    private static final ScopedValue<Authenticated> CURRENT = ScopedValue.newInstance();

    private SignedIn() {}

    static Authenticated current() {
        return CURRENT.orElse(Authenticated.NOBODY);
    }

    /** The person who signed in. Machines and scoped tokens have no access to what belongs to a person. */
    public static PrincipalId requirePerson() {
        Authenticated who = current();
        who.requireWholePerson();
        return who.principal();
    }

    public static <R, X extends Throwable> R run(Authenticated who, ScopedValue.CallableOp<R, X> work) throws X {
        return ScopedValue.where(CURRENT, who).call(work);
    }
}
