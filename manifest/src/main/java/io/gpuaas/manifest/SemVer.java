package io.gpuaas.manifest;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;

/** A version as Semantic Versioning 2.0.0 writes it; builds ({@code +…}) are refused, since they have no order. */
public record SemVer(int major, int minor, int patch, String preview) implements Comparable<SemVer> {

    private static final Pattern FORM = Pattern.compile(
            "(0|[1-9][0-9]{0,8})\\.(0|[1-9][0-9]{0,8})\\.(0|[1-9][0-9]{0,8})"
                    + "(-((0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?");
    private static final int CHARACTERS_MAX = 64;

    public static Optional<SemVer> find(String text) {
        Matcher form = FORM.matcher(text);
        if (text.length() > CHARACTERS_MAX || !form.matches()) {
            return Optional.empty();
        }
        String preview = form.group(5);
        return Optional.of(new SemVer(
                Integer.parseInt(form.group(1)),
                Integer.parseInt(form.group(2)),
                Integer.parseInt(form.group(3)),
                preview == null ? "" : preview));
    }

    public static SemVer parse(String text) {
        return find(text).orElseThrow(() -> new IllegalArgumentException("not a semantic version: " + text));
    }

    public boolean isPreview() {
        return !preview.isEmpty();
    }

    @Override
    public int compareTo(SemVer other) {
        int order = Integer.compare(major, other.major);
        order = order != 0 ? order : Integer.compare(minor, other.minor);
        order = order != 0 ? order : Integer.compare(patch, other.patch);
        if (order != 0 || preview.equals(other.preview)) {
            return order;
        }
        if (!isPreview() || !other.isPreview()) {
            return isPreview() ? -1 : 1;
        }
        return comparePreviews(preview.split("\\.", -1), other.preview.split("\\.", -1));
    }

    private static int comparePreviews(String[] left, String[] right) {
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            boolean leftNumber = left[i].chars().allMatch(Character::isDigit);
            boolean rightNumber = right[i].chars().allMatch(Character::isDigit);
            int order = leftNumber && rightNumber
                    ? Integer.compare(Integer.parseInt(left[i]), Integer.parseInt(right[i]))
                    : leftNumber != rightNumber ? (leftNumber ? -1 : 1) : left[i].compareTo(right[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length, right.length);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch + (isPreview() ? "-" + preview : "");
    }
}
