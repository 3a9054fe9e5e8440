package io.gpuaas.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the real servers or tools a test runs against, for the list at the end of {@code ./gpuaas test}. A method's
 * annotation replaces that of its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Against {
    /** Server names as {@link RealServers#report} gets them, for example {@code nats-server}. */
    String[] value();
}
