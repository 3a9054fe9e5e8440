package io.gpuaas.cli.command;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says how the copy of a folder ended. */
public final class FolderCopies {

    private FolderCopies() {}

    public static Map<String, Object> fields(FolderUpload.Copied copied) {
        return Map.of(
                "complete", copied.isComplete(),
                "files", copied.files(),
                "bytes", copied.bytes(),
                "unchanged", copied.unchanged(),
                "deleted", copied.deleted());
    }

    public static List<String> lines(FolderUpload.Copied copied) {
        String counts = String.format(
                Locale.ROOT,
                "%,d files, %,d bytes; %,d unchanged, %,d deleted",
                copied.files(),
                copied.bytes(),
                copied.unchanged(),
                copied.deleted());
        return List.of((copied.isComplete() ? "Copied " : "Not complete: ") + counts + ".");
    }
}
