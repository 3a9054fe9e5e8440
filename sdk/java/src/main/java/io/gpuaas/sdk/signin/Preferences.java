package io.gpuaas.sdk.signin;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The user's saved choices: the profile in use, and the tenant and project of each profile. */
public record Preferences(
        @Nullable String profile, @Nullable Map<String, Place> places) {

    public static final Preferences NONE = new Preferences(null, null);

    /** Where commands of a profile act unless they are told. */
    public record Place(
            @Nullable TenantId tenantId, @Nullable ProjectId projectId) {

        public static final Place NONE = new Place(null, null);
    }

    public Place place(ProfileName name) {
        Place place = places == null ? null : places.get(name.value());
        return place == null ? Place.NONE : place;
    }

    public Preferences using(ProfileName name) {
        return new Preferences(name.value(), places);
    }

    public Preferences with(ProfileName name, Place place) {
        Map<String, Place> next = new TreeMap<>(places == null ? Map.of() : places);
        next.put(name.value(), place);
        return new Preferences(profile, next);
    }
}
