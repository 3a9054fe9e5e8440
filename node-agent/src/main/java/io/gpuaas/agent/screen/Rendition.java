package io.gpuaas.agent.screen;

/** Applies the parameters of "select graphic rendition" to a style. */
final class Rendition {

    private Rendition() {}

    static long apply(long before, Command command) {
        long style = command.count() == 0 ? Style.PLAIN : before;
        for (int at = 0; at < command.count(); at++) {
            int number = command.number(at);
            if (number == 38 || number == 48) {
                int colour = colour(command, at);
                style = number == 38 ? Style.foreground(style, colour) : Style.background(style, colour);
                at += parts(command, at);
            } else {
                style = one(style, number, command.isPart(at + 1) ? command.number(at + 1) : -1);
                while (command.isPart(at + 1)) {
                    at++;
                }
            }
        }
        return style;
    }

    private static int colour(Command command, int at) {
        boolean hasColons = command.isPart(at + 1);
        return switch (command.number(at + 1)) {
            case 5 -> Style.indexed(command.number(at + 2));
            case 2 -> {
                // With colons a colour space may stand before the three.
                int first = hasColons && command.isPart(at + 5) ? at + 3 : at + 2;
                yield Style.direct(command.number(first), command.number(first + 1), command.number(first + 2));
            }
            default -> Style.NO_COLOUR;
        };
    }

    /** How many numbers after this one belong to it. */
    private static int parts(Command command, int at) {
        if (!command.isPart(at + 1)) {
            return command.number(at + 1) == 2 ? 4 : command.number(at + 1) == 5 ? 2 : 1;
        }
        int count = 0;
        while (command.isPart(at + 1 + count)) {
            count++;
        }
        return count;
    }

    private static long one(long style, int number, int part) {
        if (number == 0) {
            return Style.PLAIN;
        }
        if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) {
            return Style.foreground(style, Style.indexed(number < 90 ? number - 30 : number - 90 + 8));
        }
        if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) {
            return Style.background(style, Style.indexed(number < 100 ? number - 40 : number - 100 + 8));
        }
        return switch (number) {
            case 4 -> part == 0 ? style & ~Style.flag(4) : style | Style.flag(4);
            case 21 -> style | Style.flag(4);
            case 22 -> style & ~(Style.flag(1) | Style.flag(2));
            case 39 -> Style.foreground(style, Style.NO_COLOUR);
            case 49 -> Style.background(style, Style.NO_COLOUR);
            case 23, 24, 25, 27, 28, 29 -> style & ~Style.flag(number - 20);
            default -> style | Style.flag(number);
        };
    }
}
