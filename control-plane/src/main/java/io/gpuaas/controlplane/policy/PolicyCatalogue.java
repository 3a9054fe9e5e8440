package io.gpuaas.controlplane.policy;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/** Knows every policy key that the domains declare. A name declared twice stops the start. */
@Component
class PolicyCatalogue {

    private final SortedMap<String, PolicyKey<?>> keys;

    PolicyCatalogue(List<PolicyDeclarations> domains) {
        SortedMap<String, PolicyKey<?>> declared = new TreeMap<>();
        for (PolicyDeclarations domain : domains) {
            for (PolicyKey<?> key : domain.keys()) {
                if (declared.putIfAbsent(key.name(), key) != null) {
                    throw new IllegalStateException("the policy key " + key.name() + " is declared twice, the second"
                            + " time in " + domain.getClass().getSimpleName());
                }
            }
        }
        this.keys = Collections.unmodifiableSortedMap(declared);
    }

    /** Sorted by name. */
    Collection<PolicyKey<?>> all() {
        return keys.values();
    }

    Optional<PolicyKey<?>> find(String name) {
        return Optional.ofNullable(keys.get(name));
    }

    PolicyKey<?> require(String name) {
        return find(name).orElseThrow(() -> PolicyErrors.noSuchKey(name));
    }
}
