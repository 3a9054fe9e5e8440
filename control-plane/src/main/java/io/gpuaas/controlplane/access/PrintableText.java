package io.gpuaas.controlplane.access;

import java.util.Optional;

/** Checks one-line texts in which every character is visible, so that two texts that look alike are equal. */
final class PrintableText {

    private PrintableText() {}

    /** The fault in the text, as the rest of a sentence. */
    static Optional<String> findFault(String text) {
        if (text.isEmpty()) {
            return Optional.of("is empty");
        }
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            return Optional.of("has several lines");
        }
        return text.codePoints()
                .mapToObj(PrintableText::findFault)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> findFault(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL -> Optional.of("has a control character");
            case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
                Optional.of("has an invisible character");
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                character == ' ' ? Optional.empty() : Optional.of("has a space that is not the ordinary one");
            default -> Optional.empty();
        };
    }
}
