package io.gpuaas.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Rules of an ignore file, in the form that git uses: the last rule that matches wins, {@code !} brings a file back, a
 * slash anchors the rule to the folder, and a slash at the end means folders only. Ignored folders are not entered.
 */
final class IgnoreRules {

    static final String FILE = ".gpuaasignore";

    private static final long FILE_BYTES_MAX = 256 * 1024;

    private final List<Rule> rules;

    private record Rule(Pattern pattern, boolean isForFolders, boolean isIgnoring) {}

    private IgnoreRules(List<Rule> rules) {
        this.rules = rules;
    }

    /** Ignores nothing if the folder has no ignore file. */
    static IgnoreRules of(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (Files.notExists(file)) {
            return new IgnoreRules(List.of());
        }
        if (Files.size(file) > FILE_BYTES_MAX) {
            throw new IllegalArgumentException(file + " is larger than 256 KiB.");
        }
        return parse(Files.readAllLines(file));
    }

    static IgnoreRules parse(List<String> lines) {
        List<Rule> rules = new ArrayList<>();
        for (String line : lines) {
            String rule = line.strip();
            if (!rule.isEmpty() && !rule.startsWith("#")) {
                rules.add(rule(rule));
            }
        }
        return new IgnoreRules(List.copyOf(rules));
    }

    private static Rule rule(String line) {
        boolean isIgnoring = !line.startsWith("!");
        String glob = isIgnoring ? line : line.substring(1);
        boolean isForFolders = glob.endsWith("/");
        glob = isForFolders ? glob.substring(0, glob.length() - 1) : glob;
        boolean isAnchored = glob.contains("/");
        glob = glob.startsWith("/") ? glob.substring(1) : glob;
        try {
            return new Rule(Pattern.compile((isAnchored ? "" : "(?:.*/)?") + regex(glob)), isForFolders, isIgnoring);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("Invalid line in " + FILE + ": " + line, e);
        }
    }

    private static String regex(String glob) {
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < glob.length()) {
            char next = glob.charAt(at);
            int end = next == '[' ? glob.indexOf(']', at + 2) : -1;
            if (glob.startsWith("**/", at)) {
                regex.append("(?:.*/)?");
                at += 3;
            } else if (glob.startsWith("**", at)) {
                regex.append(".*");
                at += 2;
            } else if (end > 0) {
                String set = glob.substring(at + 1, end).replace("\\", "\\\\").replace("[", "\\[");
                regex.append('[')
                        .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                        .append(']');
                at = end + 1;
            } else if (next == '\\' && at + 1 < glob.length()) {
                regex.append(Pattern.quote(String.valueOf(glob.charAt(at + 1))));
                at += 2;
            } else {
                regex.append(
                        switch (next) {
                            case '*' -> "[^/]*";
                            case '?' -> "[^/]";
                            default -> Pattern.quote(String.valueOf(next));
                        });
                at++;
            }
        }
        return regex.toString();
    }

    /** Of a path below the folder whose own folders are not ignored. */
    boolean ignores(String path, boolean isFolder) {
        boolean isIgnored = false;
        for (Rule rule : rules) {
            if ((isFolder || !rule.isForFolders())
                    && rule.pattern().matcher(path).matches()) {
                isIgnored = rule.isIgnoring();
            }
        }
        return isIgnored;
    }

    /** Of any file, also in a folder that is ignored. */
    boolean ignoresFile(String path) {
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            if (ignores(path.substring(0, slash), true)) {
                return true;
            }
        }
        return ignores(path, false);
    }
}
