package io.gpuaas.api;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Text in which every character can be seen. Generated for each text of a request that the contract does not exempt. */
@Documented
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = PlainTextValidator.class)
public @interface PlainText {

    String message() default "must have no control characters and no invisible ones";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Whether tabs and ends of lines are allowed. */
    boolean lines() default false;
}
