/**
 * The certificate authority of the installation: issues certificates for nodes, gateways and our own TLS listeners, with
 * an embedded authority or step-ca behind it.
 *
 * <p>Deliberately absent: which machine may have a certificate (nodes, gateways).
 */
@NullMarked
@ApplicationModule(displayName = "the certificate authority of nodes, gateways and listeners")
package io.gpuaas.controlplane.certificates;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
