package io.gpuaas.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The {@code x-gpuaas} block of an operation: the rules the pipeline enforces for it. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ContractOperation {

    /** The value of {@link #permission()} and {@link #audit()} when there is none. */
    String NONE = "none";

    String id();

    String permission();

    Scope scope();

    Lane lane();

    Idempotency idempotency();

    String audit();

    /** Whether a suspended tenant is refused it, as it is everything that changes something and is not exempt. */
    boolean refusedWhenSuspended() default false;

    GivesRights givesRights() default GivesRights.NONE;
}
