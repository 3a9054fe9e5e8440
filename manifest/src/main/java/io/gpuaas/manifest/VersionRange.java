package io.gpuaas.manifest;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A range of versions: up to four comparisons that must all hold, as in {@code >=1.4 <2}; {@code *} is every version. A
 * missing part of a bound is 0. Previews are in a range like other versions.
 */
public final class VersionRange {

    public static final VersionRange ALL = new VersionRange(List.of());

    private static final Pattern BOUND =
            Pattern.compile("(>=|<=|>|<|=)([0-9]{1,9})(?:\\.([0-9]{1,9}))?(?:\\.([0-9]{1,9}))?(-[0-9A-Za-z.-]{1,40})?");
    private static final int BOUNDS_MAX = 4;
    private static final int CHARACTERS_MAX = 200;

    private final List<Bound> bounds;

    private VersionRange(List<Bound> bounds) {
        this.bounds = List.copyOf(bounds);
    }

    private record Bound(String operator, SemVer version) {

        boolean holds(SemVer other) {
            int order = other.compareTo(version);
            return switch (operator) {
                case ">=" -> order >= 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case "<" -> order < 0;
                default -> order == 0;
            };
        }
    }

    public static Optional<VersionRange> find(String text) {
        if (text.equals("*")) {
            return Optional.of(ALL);
        }
        String[] parts = text.length() > CHARACTERS_MAX ? new String[0] : text.split(" ", -1);
        List<Bound> bounds = new ArrayList<>();
        for (String part : parts) {
            Matcher form = BOUND.matcher(part);
            if (!form.matches()) {
                return Optional.empty();
            }
            Optional<SemVer> version = SemVer.find(part(form, 2) + "." + part(form, 3) + "." + part(form, 4)
                    + (form.group(5) == null ? "" : form.group(5)));
            if (version.isEmpty()) {
                return Optional.empty();
            }
            bounds.add(new Bound(form.group(1), version.get()));
        }
        VersionRange range = new VersionRange(bounds);
        // The canonical text adds missing parts of versions; it is stored and read again.
        return bounds.isEmpty()
                        || bounds.size() > BOUNDS_MAX
                        || range.toString().length() > CHARACTERS_MAX
                ? Optional.empty()
                : Optional.of(range);
    }

    private static String part(Matcher form, int group) {
        return form.group(group) == null ? "0" : form.group(group);
    }

    public static VersionRange parse(String text) {
        return find(text).orElseThrow(() -> new IllegalArgumentException("not a range of versions: " + text));
    }

    public boolean contains(SemVer version) {
        return bounds.stream().allMatch(bound -> bound.holds(version));
    }

    /** Returns the range of versions that are in both. */
    public VersionRange and(VersionRange other) {
        List<Bound> both = new ArrayList<>(bounds);
        other.bounds.stream().filter(bound -> !both.contains(bound)).forEach(both::add);
        return new VersionRange(both);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VersionRange range && range.bounds.equals(bounds);
    }

    @Override
    public int hashCode() {
        return bounds.hashCode();
    }

    @Override
    public String toString() {
        return bounds.isEmpty()
                ? "*"
                : bounds.stream()
                        .map(bound -> bound.operator() + bound.version())
                        .collect(Collectors.joining(" "));
    }
}
