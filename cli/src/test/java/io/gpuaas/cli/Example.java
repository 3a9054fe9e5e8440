package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Checks a command line from a help text or a page: verbs, options, policy keys and SKUs must exist. */
record Example(String place, String line) {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final Pattern COMMAND = Pattern.compile("(?:^\\s*|[|;&(]\\s*)(?:\\./)?gpuaas +(?=[a-z-])(.*)");
    private static final Pattern VERB = Pattern.compile("(?m)^    ([a-z-]+(?: \\| [a-z-]+)*)\\) (run|show)_(\\w+)");
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z][A-Z_-]+|ID");
    private static final Set<String> SKU_VERBS =
            Set.of("skus show", "slots explain", "catalogue add-price", "catalogue show");

    private static final String SCRIPT = Catalogue.text(Catalogue.ROOT.resolve("gpuaas"));
    private static final Set<String> POLICY_KEYS = Catalogue.policyKeys();
    private static final Set<String> SKUS = Catalogue.skus();

    /** Finds the command lines in the fenced blocks of a page; a line that ends with a backslash continues. */
    static List<Example> ofPage(Path page) {
        List<Example> examples = new ArrayList<>();
        boolean isFenced = false;
        for (String line :
                Catalogue.text(page).replaceAll("\\\\\\n\\s*", "").lines().toList()) {
            if (line.stripLeading().startsWith("```")) {
                isFenced = !isFenced;
            } else if (isFenced) {
                Matcher matcher = COMMAND.matcher(line);
                if (matcher.find()) {
                    examples.add(new Example(Catalogue.ROOT.relativize(page).toString(), matcher.group(1)));
                }
            }
        }
        return examples;
    }

    void check(Path folder) {
        for (String plain : alternatives()) {
            String[] words = plain.split(" +");
            if (buildersVerbs().contains(words[0])) {
                checkBuilders(words);
            } else {
                checkClients(folder, plain, words);
            }
        }
    }

    private void checkClients(Path folder, String plain, String[] words) {
        String[] arguments = Stream.of(words)
                .map(word -> PLACEHOLDER.matcher(word).matches() ? ID : word)
                .toArray(String[]::new);
        CommandLine tree = new Shell(folder).commandLine(arguments);
        CommandLine.ParseResult parsed;
        try {
            parsed = tree.parseArgs(arguments);
        } catch (CommandLine.ParameterException refusal) {
            throw new AssertionError(place + ": gpuaas " + plain + ": " + refusal.getMessage(), refusal);
        }
        assertThat(parsed.errors()).as(place + ": " + line).isEmpty();
        checkNames(plain, arguments);
    }

    private void checkNames(String plain, String[] words) {
        Map.of("--sku", SKUS).forEach((option, known) -> {
            int at = Arrays.asList(words).indexOf(option);
            if (at >= 0) {
                assertThat(known).as(place + ": the SKU in: " + plain).contains(words[at + 1]);
            }
        });
        for (int i = 0; i + 2 < words.length; i++) {
            String verb = words[i] + " " + words[i + 1];
            if (Set.of("policies set", "policies clear", "policies show").contains(verb)) {
                assertThat(POLICY_KEYS)
                        .as(place + ": the policy key in: " + plain)
                        .contains(words[i + 2]);
            }
            if (SKU_VERBS.contains(verb) && !words[i + 2].equals(ID)) {
                assertThat(Stream.concat(SKUS.stream(), Stream.of("b200-slice")))
                        .as(place + ": the SKU in: " + plain)
                        .contains(words[i + 2]);
            }
        }
    }

    /** Verbs of the script in the repository, which passes all others to the client. */
    private static Set<String> buildersVerbs() {
        Set<String> verbs = new TreeSet<>();
        Matcher matcher = VERB.matcher(SCRIPT);
        while (matcher.find()) {
            verbs.addAll(List.of(matcher.group(1).split(" \\| ")));
        }
        verbs.removeAll(Set.of("cli", "--help"));
        return verbs;
    }

    private void checkBuilders(String[] words) {
        StringBuilder tools = new StringBuilder(SCRIPT);
        Catalogue.files(Catalogue.ROOT.resolve("tools"), ".sh").forEach(file -> tools.append(Catalogue.text(file)));
        for (String word : words) {
            if (word.equals("--")) {
                return;
            }
            if (word.startsWith("--")) {
                assertThat(tools).as(place + ": " + line).contains(word.replaceAll("=.*", ""));
            }
        }
    }

    /** Without comment, quotes and redirections; a word such as pause|resume stands for several lines. */
    private List<String> alternatives() {
        String plain = line.replaceAll("\"[^\"]*\"|'[^']*'", "TEXT")
                .replaceAll("\\s+#.*", "")
                .replaceAll("\\)\"?$", "")
                .replaceAll("\\s+([<>|&]|2>).*", "")
                .replaceAll("[\\[\\]]", "")
                .strip();
        Matcher choice = Pattern.compile("[a-z-]+(\\|[a-z-]+)+").matcher(plain);
        if (!choice.find()) {
            return List.of(plain);
        }
        return Stream.of(choice.group().split("\\|"))
                .map(one -> plain.substring(0, choice.start()) + one + plain.substring(choice.end()))
                .toList();
    }
}
