package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.ChangeArea;
import io.gpuaas.api.ManifestChange;
import io.gpuaas.manifest.json.CanonicalJson;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares two manifests field by field. Objects are compared by member, lists as a whole. */
final class ManifestChanges {

    static final int CHANGES_MAX = 500;
    private static final int SHOWN_MAX = 2_000;

    /** Fields that say what the app may do, or from where it can be reached. */
    private static final List<String> PERMISSIONS = List.of(
            "/controller",
            "/attachment",
            "/credentials",
            "/operations",
            "/routes",
            "/workload/user",
            "/workload/secrets",
            "/workload/volumes",
            "/workload/command",
            "/workload/arguments",
            "/workload/environment",
            "/requires",
            "/placement");

    private final List<ManifestChange> found = new ArrayList<>();
    private boolean isComplete = true;

    private ManifestChanges() {}

    /** Changes, the important ones first, and whether they are all. */
    record Compared(List<ManifestChange> changes, boolean isComplete) {}

    static Compared compare(Json.Obj before, Json.Obj after) {
        ManifestChanges changes = new ManifestChanges();
        changes.compareMembers("", before, after);
        changes.found.sort(Comparator.comparing(ManifestChange::area).thenComparing(ManifestChange::pointer));
        List<ManifestChange> first = changes.found;
        if (first.size() > CHANGES_MAX) {
            changes.isComplete = false;
            first = first.subList(0, CHANGES_MAX);
        }
        return new Compared(List.copyOf(first), changes.isComplete);
    }

    private void compareMembers(String pointer, Json.Obj before, Json.Obj after) {
        Set<String> names = new TreeSet<>(before.members().keySet());
        names.addAll(after.members().keySet());
        names.forEach(name -> compareValues(
                JsonPointer.at(pointer, name),
                before.find(name).orElse(null),
                after.find(name).orElse(null)));
    }

    private void compareValues(String pointer, @Nullable Json before, @Nullable Json after) {
        if (before instanceof Json.Obj one && after instanceof Json.Obj other) {
            compareMembers(pointer, one, other);
        } else if (before == null || after == null || !before.sameAs(after)) {
            found.add(new ManifestChange(pointer, area(pointer), shown(before), shown(after)));
        }
    }

    private static @Nullable String shown(@Nullable Json value) {
        if (value == null) {
            return null;
        }
        String text = CanonicalJson.text(value);
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX);
    }

    private static ChangeArea area(String pointer) {
        if (PERMISSIONS.stream().anyMatch(field -> isAtOrBelow(pointer, field))) {
            return ChangeArea.PERMISSIONS;
        }
        if (isAtOrBelow(pointer, "/artifacts") || isAtOrBelow(pointer, "/workload/image")) {
            return ChangeArea.ARTIFACTS;
        }
        if (isAtOrBelow(pointer, "/prices") || isAtOrBelow(pointer, "/metering")) {
            return ChangeArea.PRICES;
        }
        return isAtOrBelow(pointer, "/parameters") ? ChangeArea.PARAMETERS : ChangeArea.OTHER;
    }

    private static boolean isAtOrBelow(String pointer, String field) {
        return pointer.equals(field) || pointer.startsWith(field + "/");
    }
}
