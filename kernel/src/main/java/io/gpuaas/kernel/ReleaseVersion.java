package io.gpuaas.kernel;

import java.util.Arrays;
import java.util.regex.Pattern;

/** A version of the node agent: numbers with dots; what follows a dash ("-SNAPSHOT", "-rc1") makes it earlier. */
public record ReleaseVersion(String text) implements Comparable<ReleaseVersion> {

    private static final Pattern FORM = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9}){0,3}(-[A-Za-z0-9.]{1,30})?");

    public ReleaseVersion {
        requireForm(text);
    }

    public static void requireForm(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a version: " + text);
        }
    }

    @Override
    public int compareTo(ReleaseVersion other) {
        int byNumbers = Arrays.compare(numbers(), other.numbers());
        return byNumbers != 0 ? byNumbers : Boolean.compare(!isPreview(), !other.isPreview());
    }

    private boolean isPreview() {
        return text.contains("-");
    }

    private int[] numbers() {
        int[] numbers = new int[4];
        String[] parts = text.split("-", 2)[0].split("\\.", -1);
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Integer.parseInt(parts[i]);
        }
        return numbers;
    }
}
