package io.gpuaas.sdk.signin;

import java.util.regex.Pattern;

/** Names one sign-in of this user. It becomes the name of a file, so it holds nothing that could leave the folder. */
public record ProfileName(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    public static final ProfileName STANDARD = new ProfileName("default");

    public ProfileName {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("a profile's name has 1 to 64 letters, digits, hyphens or underscores");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
