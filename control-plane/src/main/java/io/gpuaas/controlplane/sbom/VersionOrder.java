package io.gpuaas.controlplane.sbom;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares versions of packages by the rules of their ecosystem: those of dpkg for deb and rpm, of semantic versioning where
 * it is used, and otherwise numbers and words from left to right, where alpha, beta, rc and the like come before a release.
 */
enum VersionOrder {
    DPKG {
        @Override
        int compare(String one, String other) {
            String[] left = split(one);
            String[] right = split(other);
            int epoch = number(left[0]).compareTo(number(right[0]));
            if (epoch != 0) {
                return epoch;
            }
            int upstream = part(left[1], right[1]);
            return upstream != 0 ? upstream : part(left[2], right[2]);
        }

        // Epoch, upstream version and revision.
        private String[] split(String version) {
            int colon = version.indexOf(':');
            String epoch = colon < 0 ? "0" : version.substring(0, colon);
            String rest = version.substring(colon + 1);
            int dash = rest.lastIndexOf('-');
            return new String[] {
                epoch.matches("\\d+") ? epoch : "0",
                dash < 0 ? rest : rest.substring(0, dash),
                dash < 0 ? "" : rest.substring(dash + 1)
            };
        }

        private int part(String one, String other) {
            int i = 0;
            int j = 0;
            while (i < one.length() || j < other.length()) {
                while (isText(one, i) || isText(other, j)) {
                    int order = Integer.compare(weight(one, i), weight(other, j));
                    if (order != 0) {
                        return order;
                    }
                    i++;
                    j++;
                }
                int iEnd = digitsEnd(one, i);
                int jEnd = digitsEnd(other, j);
                int order = number(one.substring(Math.min(i, one.length()), iEnd))
                        .compareTo(number(other.substring(Math.min(j, other.length()), jEnd)));
                if (order != 0) {
                    return order;
                }
                i = iEnd;
                j = jEnd;
            }
            return 0;
        }

        private boolean isText(String text, int at) {
            return at < text.length() && !isDigit(text.charAt(at));
        }

        // A tilde comes before the end, the end before letters, and letters before other characters.
        private int weight(String text, int at) {
            if (at >= text.length() || isDigit(text.charAt(at))) {
                return 0;
            }
            char character = text.charAt(at);
            if (character == '~') {
                return -1;
            }
            return Character.isLetter(character) ? character : character + 0x10000;
        }

        private int digitsEnd(String text, int from) {
            int end = Math.min(from, text.length());
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            return end;
        }
    },

    SEMANTIC {
        @Override
        int compare(String one, String other) {
            String[] left = split(one);
            String[] right = split(other);
            int release = WORDS.compare(left[0], right[0]);
            if (release != 0 || left[1].equals(right[1])) {
                return release;
            }
            if (left[1].isEmpty() || right[1].isEmpty()) {
                return left[1].isEmpty() ? 1 : -1;
            }
            return identifiers(left[1].split("\\."), right[1].split("\\."));
        }

        // Release and pre-release, without the build.
        private String[] split(String version) {
            String text = WORDS.normal(version);
            int dash = text.indexOf('-');
            return new String[] {dash < 0 ? text : text.substring(0, dash), dash < 0 ? "" : text.substring(dash + 1)};
        }

        private int identifiers(String[] one, String[] other) {
            for (int i = 0; i < Math.min(one.length, other.length); i++) {
                boolean isNumber = one[i].matches("\\d+");
                boolean isOtherNumber = other[i].matches("\\d+");
                int order = isNumber && isOtherNumber
                        ? number(one[i]).compareTo(number(other[i]))
                        : isNumber != isOtherNumber ? (isNumber ? -1 : 1) : one[i].compareTo(other[i]);
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(one.length, other.length);
        }
    },

    WORDS {
        @Override
        int compare(String one, String other) {
            List<String> left = tokens(one);
            List<String> right = tokens(other);
            for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
                int order = compareTokens(i < left.size() ? left.get(i) : "", i < right.size() ? right.get(i) : "");
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }

        private List<String> tokens(String version) {
            List<String> tokens = new ArrayList<>();
            Matcher matcher = TOKEN.matcher(normal(version));
            while (matcher.find()) {
                tokens.add(matcher.group());
            }
            return tokens;
        }

        private int compareTokens(String one, String other) {
            boolean isNumber = isNumber(one);
            boolean isOtherNumber = isNumber(other);
            if (isNumber && isOtherNumber) {
                return number(one).compareTo(number(other));
            }
            if (isNumber || isOtherNumber) {
                // The end of a version equals zero; a word comes before a number.
                String number = isNumber ? one : other;
                String word = isNumber ? other : one;
                int order = word.isEmpty() ? number(number).signum() : 1;
                return isNumber ? order : -order;
            }
            int rank = Integer.compare(rank(one), rank(other));
            return rank != 0 || rank(one) != WORD ? rank : one.compareTo(other);
        }

        private boolean isNumber(String token) {
            return !token.isEmpty() && isDigit(token.charAt(0));
        }

        private int rank(String word) {
            return word.isEmpty() ? 0 : RANKS.getOrDefault(word, WORD);
        }
    };

    private static final Pattern TOKEN = Pattern.compile("\\d+|[a-z]+");
    private static final int WORD = 1;
    private static final Set<String> DPKG_TYPES = Set.of("deb", "rpm");
    private static final Set<String> SEMANTIC_TYPES =
            Set.of("cargo", "composer", "golang", "hex", "npm", "nuget", "pub", "swift");

    /** Words before and after a release; the release itself is 0. */
    private static final Map<String, Integer> RANKS = Map.ofEntries(
            Map.entry("dev", -7),
            Map.entry("a", -6),
            Map.entry("alpha", -6),
            Map.entry("b", -5),
            Map.entry("beta", -5),
            Map.entry("m", -4),
            Map.entry("milestone", -4),
            Map.entry("c", -3),
            Map.entry("cr", -3),
            Map.entry("pre", -3),
            Map.entry("preview", -3),
            Map.entry("rc", -3),
            Map.entry("snapshot", -2),
            Map.entry("final", 0),
            Map.entry("ga", 0),
            Map.entry("release", 0),
            Map.entry("p", 2),
            Map.entry("post", 2),
            Map.entry("r", 2),
            Map.entry("sp", 2));

    abstract int compare(String one, String other);

    static VersionOrder of(String type) {
        if (DPKG_TYPES.contains(type)) {
            return DPKG;
        }
        return SEMANTIC_TYPES.contains(type) ? SEMANTIC : WORDS;
    }

    /** Lower case, without a v in front and without the build after a plus. */
    String normal(String version) {
        String text = version.strip().toLowerCase(Locale.ROOT);
        int plus = text.indexOf('+');
        String base = plus < 0 ? text : text.substring(0, plus);
        return base.startsWith("v") ? base.substring(1) : base;
    }

    static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    static BigInteger number(String digits) {
        return digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits);
    }
}
