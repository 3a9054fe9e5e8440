package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The result of generation: files by path relative to the repository, and the folders that hold generated files only. A
 * file in such a folder that is not in the tree is left over from an older contract.
 */
record FileTree(SortedSet<String> ownedFolders, SortedMap<String, byte[]> files) {

    static FileTree empty() {
        return new FileTree(new TreeSet<>(), new TreeMap<>());
    }

    static FileTree ofFolder(String folder) {
        FileTree tree = empty();
        tree.ownedFolders.add(folder);
        return tree;
    }

    void put(String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    void putAll(FileTree other) {
        ownedFolders.addAll(other.ownedFolders);
        files.putAll(other.files);
    }

    /** One line per file of the work tree that is not as generated. */
    List<String> differences(Path root) throws IOException {
        List<String> differences = new ArrayList<>();
        for (var file : files.entrySet()) {
            Path actual = root.resolve(file.getKey());
            if (!Files.exists(actual)) {
                differences.add("missing  " + file.getKey());
            } else if (!Arrays.equals(Files.readAllBytes(actual), file.getValue())) {
                differences.add("differs  " + file.getKey());
            }
        }
        leftovers(root).forEach(path -> differences.add("extra    " + path));
        return differences;
    }

    void writeTo(Path root) throws IOException {
        for (String path : leftovers(root)) {
            Files.delete(root.resolve(path));
        }
        for (var file : files.entrySet()) {
            Path target = root.resolve(file.getKey());
            Files.createDirectories(
                    Files.isDirectory(target) ? target : target.toAbsolutePath().getParent());
            if (!Files.exists(target) || !Arrays.equals(Files.readAllBytes(target), file.getValue())) {
                Files.write(target, file.getValue());
            }
        }
    }

    private List<String> leftovers(Path root) throws IOException {
        List<String> leftovers = new ArrayList<>();
        for (String folder : ownedFolders) {
            for (String path : listFiles(root, folder)) {
                if (!files.containsKey(path)) {
                    leftovers.add(path);
                }
            }
        }
        return leftovers;
    }

    static List<String> listFiles(Path root, String folder) throws IOException {
        Path start = root.resolve(folder);
        if (!Files.isDirectory(start)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(start)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> root.relativize(path).toString())
                    .filter(path -> !path.contains("__pycache__"))
                    .sorted()
                    .toList();
        }
    }
}
