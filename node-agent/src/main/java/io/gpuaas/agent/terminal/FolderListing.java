package io.gpuaas.agent.terminal;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one folder, in no particular order and at most {@link #ENTRIES_MAX}. {@code isTruncated} says that there
 * are more.
 */
record FolderListing(List<Entry> entries, boolean isTruncated) {

    static final int ENTRIES_MAX = 5_000;

    /** A name has at most 255 bytes, and what stands before it fewer than 100. */
    static final int ENTRY_BYTES_MAX = 400;

    private static final int FIELDS = 5;

    /** One file, folder or other thing. A link has the type of its target, and no size. */
    record Entry(
            String name,
            Type type,
            boolean isLink,
            @Nullable Long bytes,
            long modifiedSeconds) {}

    enum Type {
        @JsonProperty("file")
        FILE,
        @JsonProperty("folder")
        FOLDER,
        @JsonProperty("other")
        OTHER
    }

    /** Reads what the script of {@link FileProcess} prints. */
    static FolderListing read(InputStream out) throws IOException {
        byte[] printed = out.readNBytes((ENTRIES_MAX + 1) * ENTRY_BYTES_MAX);
        List<Entry> entries = new ArrayList<>();
        int begin = 0;
        for (int at = 0; at < printed.length; at++) {
            if (printed[at] == 0) {
                entries.add(entry(new String(printed, begin, at - begin, StandardCharsets.UTF_8)));
                begin = at + 1;
            }
        }
        boolean isTruncated = entries.size() > ENTRIES_MAX;
        return new FolderListing(List.copyOf(isTruncated ? entries.subList(0, ENTRIES_MAX) : entries), isTruncated);
    }

    private static Entry entry(String line) throws IOException {
        String[] fields = line.split("\t", FIELDS);
        if (fields.length < FIELDS) {
            throw new IOException("an entry of the folder cannot be read");
        }
        boolean isLink = fields[0].equals("l");
        Type type = switch (fields[1]) {
            case "f" -> Type.FILE;
            case "d" -> Type.FOLDER;
            default -> Type.OTHER;
        };
        try {
            Long bytes = type == Type.FILE && !isLink ? Long.valueOf(fields[2]) : null;
            return new Entry(fields[4], type, isLink, bytes, Long.parseLong(fields[3].replaceFirst("\\..*", "")));
        } catch (NumberFormatException e) {
            throw new IOException("an entry of the folder cannot be read", e);
        }
    }

    byte[] json() {
        return Json.LENIENT.writeValueAsBytes(this);
    }
}
