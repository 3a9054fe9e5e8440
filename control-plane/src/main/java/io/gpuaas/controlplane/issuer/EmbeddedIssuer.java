package io.gpuaas.controlplane.issuer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Only there when this installation signs people in itself. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnProperty(name = "gpuaas.identity.issuer", havingValue = "embedded")
@interface EmbeddedIssuer {}
