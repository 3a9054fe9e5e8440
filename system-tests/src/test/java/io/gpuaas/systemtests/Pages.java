package io.gpuaas.systemtests;

import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds names and links in the pages of docs/ that lead nowhere. */
final class Pages {

    private static final Set<String> UNREAD = Set.of("target", "node_modules", ".git", ".gpuaas");

    /** A class, and a method or field of it: {@code Pipeline.commit}. */
    private static final Pattern CLASS = Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.([A-Za-z_]+))?");

    private static final Pattern FILE = Pattern.compile("[\\w./-]*[\\w-]\\.(?:java|ts|tsx|mjs|py|sh|sql|yaml|json|md)");
    private static final Pattern FOLDER = Pattern.compile("[a-z][\\w-]*/[\\w/-]*");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(?:#[^)]*)?\\)");

    private final Path root = Command.repository();
    private final Map<String, List<Path>> files;

    Pages() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return UNREAD.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        files = found.stream().collect(groupingBy(file -> file.getFileName().toString()));
    }

    String read(String page) throws IOException {
        return Files.readString(root.resolve(page));
    }

    /** The Markdown files of a folder, named from the root of the repository. */
    List<String> in(String folder) throws IOException {
        try (Stream<Path> pages = Files.list(root.resolve(folder))) {
            return pages.map(page -> root.relativize(page).toString())
                    .filter(page -> page.endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Names in code style that are a class, a method, a file or a folder by their form, and are none. */
    List<String> wrongNames(String page) throws IOException {
        return CODE.matcher(read(page))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !exists(name))
                .distinct()
                .toList();
    }

    List<String> wrongLinks(String page) throws IOException {
        Path from = root.resolve(page);
        return LINK.matcher(read(page))
                .results()
                .map(found -> found.group(1))
                .filter(link -> !link.contains("://") && !Files.exists(from.resolveSibling(link)))
                .distinct()
                .toList();
    }

    /** Of a table row, without the empty ones at its ends. */
    static List<String> cells(String row) {
        return Stream.of(row.strip().replaceAll("^\\||\\|$", "").split("\\|"))
                .map(String::strip)
                .toList();
    }

    /** Whether a name leads somewhere, or has no form that tells where it should. */
    boolean exists(String name) {
        MatchResult asClass = CLASS.matcher(name).results().findFirst().orElse(null);
        if (asClass != null && asClass.group().equals(name)) {
            return isClass(asClass.group(1), asClass.group(2));
        }
        if (FILE.matcher(name).matches()) {
            Path path = Path.of(name);
            return files.getOrDefault(path.getFileName().toString(), List.of()).stream()
                    .anyMatch(file -> file.endsWith(path));
        }
        return !FOLDER.matcher(name).matches() || Files.isDirectory(root.resolve(name));
    }

    private boolean isClass(String type, @Nullable String member) {
        List<Path> sources = files.getOrDefault(type + ".java", List.of());
        return member == null ? !sources.isEmpty() : sources.stream().anyMatch(source -> declares(source, member));
    }

    /** By a type or a word before it, and a bracket, an assignment or a semicolon after it: comments name more. */
    private static boolean declares(Path source, String member) {
        try {
            return Pattern.compile("[\\w>\\]]\\s+" + member + "\\s*[(=;{]")
                    .matcher(Files.readString(source))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
