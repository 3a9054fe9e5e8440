package io.gpuaas.controlplane.policy;

import java.util.List;

/** The policy keys of one domain. Every bean of this type is gathered by {@link PolicyCatalogue} at the start. */
public interface PolicyDeclarations {

    List<PolicyKey<?>> keys();
}
