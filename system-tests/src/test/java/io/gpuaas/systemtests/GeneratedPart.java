package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of a page that is made from something else. Tests compare the two, or write the page when they are asked to. */
final class GeneratedPart {

    private static final String WRITE = "gpuaas.docs.write";

    private GeneratedPart() {}

    /** The pattern's first group is the part. */
    static void check(String page, Pattern part, String expected) throws IOException {
        Path file = Command.repository().resolve(page);
        String text = Files.readString(file);
        Matcher found = part.matcher(text);
        assertThat(found.find()).as(page + " has a place for what is generated").isTrue();
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(file, text.substring(0, found.start(1)) + expected + text.substring(found.end(1)));
        } else {
            assertThat(found.group(1))
                    .as("%s is not what it is generated from; run ./gpuaas docs --write", page)
                    .isEqualTo(expected);
        }
    }
}
