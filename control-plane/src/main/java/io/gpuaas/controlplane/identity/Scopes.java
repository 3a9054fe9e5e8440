package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.ProblemException;
import java.util.List;
import java.util.Set;

/** The permissions a credential is narrowed to. */
public final class Scopes {

    private Scopes() {}

    /** In order and each once; all of them must be among those that can be given. */
    public static List<String> require(List<String> wanted, Set<String> possible) {
        List<String> scopes = wanted.stream().distinct().sorted().toList();
        scopes.stream().filter(scope -> !possible.contains(scope)).findFirst().ifPresent(unknown -> {
            throw ProblemException.invalid("scopes", "contains '" + unknown + "', which cannot be granted here");
        });
        return scopes;
    }
}
