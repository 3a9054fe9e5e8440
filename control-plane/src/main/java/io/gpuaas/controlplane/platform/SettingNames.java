package io.gpuaas.controlplane.platform;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of all settings, read off {@link GpuaasProperties}. */
public final class SettingNames {

    /** Variables of the command line and the launcher, which a control plane started by them inherits. */
    private static final Set<String> OF_OTHERS = Set.of(
            "GPUAAS_SERVER",
            "GPUAAS_PROFILE",
            "GPUAAS_TOKEN",
            "GPUAAS_TENANT",
            "GPUAAS_PROJECT",
            "GPUAAS_JDK_LOCATIONS",
            "GPUAAS_JVM_FLAGS",
            "GPUAAS_REQUIRE_SERVERS",
            "GPUAAS_PYTHON",
            "GPUAAS_ADVISORIES");

    private SettingNames() {}

    /** gpuaas.server.port and all the others. */
    static Set<String> all() {
        return names(GpuaasProperties.class, "gpuaas.").collect(Collectors.toCollection(TreeSet::new));
    }

    /** Spring passes over environment variables it does not know; a mistyped setting must not pass. */
    public static void requireKnown(Set<String> environment) {
        Set<String> known = all().stream()
                .flatMap(name -> Stream.of(name.replace("-", ""), name.replace('-', '_')))
                .map(name -> name.replace('.', '_').toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        environment.stream()
                .filter(name -> name.startsWith("GPUAAS_") && !OF_OTHERS.contains(name))
                .filter(name -> !known.contains(name.replaceAll("_\\d+$", "")))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw StartProblem.unknownVariable(name);
                });
    }

    private static Stream<String> names(Class<?> type, String prefix) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> component.getType().isRecord()
                        ? names(component.getType(), prefix + kebab(component) + ".")
                        : Stream.of(prefix + kebab(component)));
    }

    private static String kebab(RecordComponent component) {
        return component.getName().replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
