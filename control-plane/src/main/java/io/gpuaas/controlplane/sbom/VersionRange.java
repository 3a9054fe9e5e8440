package io.gpuaas.controlplane.sbom;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of versions of one kind of package: alternatives with {@code ||}, each of comparisons with commas, for example
 * {@code >=1.0, <1.4.2 || =2.0}. A star covers everything.
 */
public final class VersionRange {

    private static final int COMPARISONS_MAX = 20;
    private static final int VERSION_CHARACTERS_MAX = 200;
    private static final Pattern COMPARISON = Pattern.compile("(<=|>=|<|>|=)\\s*(\\S+)");

    private final VersionOrder order;
    private final List<List<Comparison>> alternatives;

    private VersionRange(VersionOrder order, List<List<Comparison>> alternatives) {
        this.order = order;
        this.alternatives = alternatives;
    }

    private record Comparison(String operator, String version) {

        boolean covers(VersionOrder order, String other) {
            int compared = order.compare(other, version);
            return switch (operator) {
                case "<" -> compared < 0;
                case "<=" -> compared <= 0;
                case ">" -> compared > 0;
                case ">=" -> compared >= 0;
                default -> compared == 0;
            };
        }
    }

    /** Whether a version is covered: for sure, not at all, or perhaps, since it is missing or has no number. */
    public enum Cover {
        COVERED,
        PERHAPS,
        NOT_COVERED
    }

    /**
     * Reads a range for packages of a type.
     *
     * @throws IllegalArgumentException if it is no range
     */
    public static VersionRange parse(String type, String text) {
        List<List<Comparison>> alternatives = new ArrayList<>();
        int comparisons = 0;
        for (String alternative : text.split("\\|\\|", -1)) {
            List<Comparison> all = new ArrayList<>();
            if (!alternative.strip().equals("*")) {
                for (String one : alternative.split(",", -1)) {
                    Matcher matcher = COMPARISON.matcher(one.strip());
                    if (!matcher.matches() || !isComparable(matcher.group(2))) {
                        throw new IllegalArgumentException("'" + one.strip() + "' is no comparison such as <1.4.2");
                    }
                    all.add(new Comparison(matcher.group(1), matcher.group(2)));
                    comparisons++;
                }
            }
            alternatives.add(List.copyOf(all));
        }
        if (comparisons > COMPARISONS_MAX || alternatives.size() > COMPARISONS_MAX) {
            throw new IllegalArgumentException("more than " + COMPARISONS_MAX + " comparisons");
        }
        return new VersionRange(VersionOrder.of(type), List.copyOf(alternatives));
    }

    public Cover covers(@Nullable String version) {
        if (alternatives.stream().anyMatch(List::isEmpty)) {
            return Cover.COVERED;
        }
        if (version == null || !isComparable(version)) {
            return Cover.PERHAPS;
        }
        boolean isCovered =
                alternatives.stream().anyMatch(all -> all.stream().allMatch(one -> one.covers(order, version)));
        return isCovered ? Cover.COVERED : Cover.NOT_COVERED;
    }

    private static boolean isComparable(String version) {
        return version.length() <= VERSION_CHARACTERS_MAX
                && Arrays.stream(version.split("")).anyMatch(one -> one.matches("[0-9]"));
    }
}
