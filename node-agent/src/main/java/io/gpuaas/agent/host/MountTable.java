package io.gpuaas.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Lists the FUSE file systems that users other than root mounted, from mountinfo. Unprivileged users can mount no other
 * kind in the host's namespace. Paths have one character for each byte.
 */
record MountTable(List<UserMount> userMounts) {

    private static final String USER = "user_id=";

    /** Fields before the optional ones have fixed positions; a hyphen ends the optional ones. */
    private static final int PATH_FIELD = 4;

    private static final int OPTIONAL_FIELDS = 6;

    record UserMount(int id, String path, int user) {}

    MountTable {
        userMounts = List.copyOf(userMounts);
    }

    static MountTable ofThisProcess() throws IOException {
        return read(Path.of("/proc/self/mountinfo"));
    }

    static MountTable read(Path mountinfo) throws IOException {
        List<UserMount> found = new ArrayList<>();
        for (String line : Files.readAllLines(mountinfo, StandardCharsets.ISO_8859_1)) {
            parse(line.split(" ", -1)).ifPresent(found::add);
        }
        return new MountTable(found);
    }

    private static Optional<UserMount> parse(String[] fields) {
        int hyphen = OPTIONAL_FIELDS;
        while (hyphen < fields.length && !fields[hyphen].equals("-")) {
            hyphen++;
        }
        if (hyphen + 3 >= fields.length) {
            return Optional.empty();
        }
        String type = fields[hyphen + 1];
        if (!type.equals("fuse") && !type.startsWith("fuse.") && !type.equals("fuseblk")) {
            return Optional.empty();
        }
        return Arrays.stream(fields[hyphen + 3].split(",", -1))
                .filter(option -> option.startsWith(USER))
                .findFirst()
                .map(option -> Integer.parseUnsignedInt(option.substring(USER.length())))
                .filter(user -> user != 0)
                .map(user -> new UserMount(Integer.parseInt(fields[0]), unescape(fields[PATH_FIELD]), user));
    }

    /** The kernel writes white space, backslashes and # as three octal digits after a backslash. */
    static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) == '\\' && at + 3 < text.length()) {
                plain.append((char) Integer.parseInt(text.substring(at + 1, at + 4), 8));
                at += 3;
            } else {
                plain.append(text.charAt(at));
            }
        }
        return plain.toString();
    }

    Optional<UserMount> find(int id) {
        return userMounts.stream().filter(mount -> mount.id() == id).findFirst();
    }
}
