package io.gpuaas.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.manifest.json.Position;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule finds its mistake in a manifest that is clean without it. */
class ManifestsTest {

    /** A change of the clean manifest and the rule that finds it. */
    private record Mistake(LintRule rule, String before, String after) {}

    private static final List<Mistake> MISTAKES = List.of(
            new Mistake(LintRule.UNKNOWN_FIELD, "title: vLLM", "title: vLLM\ntitel: x"),
            new Mistake(LintRule.MISSING_FIELD, "summary: OpenAI-compatible server for open models.\n", ""),
            new Mistake(LintRule.WRONG_TYPE, "version: 1.4.0", "version: 1.4"),
            new Mistake(LintRule.WRONG_FORM, "app: acme/vllm", "app: Acme/vllm"),
            new Mistake(LintRule.OUT_OF_RANGE, "port: 8000", "port: 70000"),
            new Mistake(LintRule.HIDDEN_CHARACTERS, "title: vLLM", "title: \"vLLM\\u202e\""),
            new Mistake(LintRule.UNKNOWN_REFERENCE, "image: main", "image: other"),
            new Mistake(LintRule.DUPLICATE_NAME, "HF_HOME: /data/hf", "HF_TOKEN_FILE: /data/hf"),
            new Mistake(LintRule.SCHEMA_UNSUPPORTED, "title: Model,", "not: {},"),
            new Mistake(LintRule.SCHEMA_VALUE, "minLength: 1,", "minLength: -1,"),
            new Mistake(LintRule.SCHEMA_PATTERN, "^[A-Za-z0-9._/-]+$", "^(?=a)(a+)+$"),
            new Mistake(LintRule.SCHEMA_REFERENCE, "type: integer, minimum: 512", "$ref: \"#/$defs/x\", minimum: 512"),
            new Mistake(
                    LintRule.SCHEMA_TOO_LARGE,
                    "title: Model,",
                    "items: {items: {items: {items: {items: {items: {}}}}}},"),
            new Mistake(LintRule.SCHEMA_DEFAULT, "default: 8192", "default: 8"),
            new Mistake(LintRule.SUBSTITUTION_FORM, "${parameters.model}", "${parameters.model"),
            new Mistake(LintRule.SUBSTITUTION_FORM, "path: /health, within", "path: \"/${instance.id}\", within"),
            new Mistake(LintRule.SUBSTITUTION_NAME, "${parameters.model}", "${environment.HOME}"),
            new Mistake(
                    LintRule.SUBSTITUTION_NOT_SCALAR,
                    "max_len: { type: integer, minimum: 512, maximum: 131072, default: 8192 }",
                    "max_len: { type: array }"),
            new Mistake(LintRule.SUBSTITUTION_SECRET, "${parameters.model}", "${parameters.hf_token}"),
            new Mistake(LintRule.FORBIDDEN_VARIABLE, "HF_HOME: /data/hf", "LD_PRELOAD: /data/hf"),
            new Mistake(LintRule.FORBIDDEN_VARIABLE, "HF_TOKEN_FILE", "NVIDIA_VISIBLE_DEVICES"),
            new Mistake(LintRule.FORBIDDEN_TARGET, "target: /data", "target: /../../etc"),
            new Mistake(LintRule.FORBIDDEN_TARGET, "target: /data", "target: /proc/self"),
            new Mistake(LintRule.FORBIDDEN_TARGET, "target: /data", "target: /data/"),
            new Mistake(LintRule.SECRET_PARAMETER, "max_len: {", "api_key: {type: string}\n    max_len: {"),
            new Mistake(
                    LintRule.PRICE_WITHOUT_MEASURE,
                    "measure: acme/vllm.tokens_in, per",
                    "measure: acme/vllm.nothing, per"),
            new Mistake(LintRule.WRONG_BOUNDS, "min: 1, max: 8 }, per", "min: 9, max: 8 }, per"),
            new Mistake(LintRule.PROFILE_MISMATCH, "gpuaas.launchable_oci_workload/v1", "gpuaas.controller_app/v1"),
            new Mistake(LintRule.SHARED_PORT, "routes:", "routes:\n  web: { family: browser, port: http }"),
            new Mistake(
                    LintRule.UNUSED_SECRET_PARAMETER,
                    "max_len: {",
                    "other_token: {x-gpuaas: {credential: other}}\n    max_len: {"),
            new Mistake(LintRule.PUBLIC_PATH, "paths: [/v1/*]", "paths: [/v1/*], public_paths: [/health]"),
            new Mistake(LintRule.RUNS_AS_ROOT, "user: login", "user: { uid: 0 }"),
            new Mistake(LintRule.DUPLICATE_KEY, "title: vLLM", "title: vLLM\ntitle: vLLM"),
            new Mistake(LintRule.SYNTAX, "title: vLLM", "title: [vLLM"),
            new Mistake(LintRule.YAML_FEATURE, "title: vLLM", "title: &a vLLM"),
            new Mistake(LintRule.AMBIGUOUS_SCALAR, "title: vLLM", "title: yes"),
            new Mistake(LintRule.NUMBER_OUT_OF_RANGE, "port: 8000", "port: 9007199254740993"),
            new Mistake(LintRule.TOO_DEEP, "title: vLLM", "title: " + "[".repeat(30)),
            new Mistake(LintRule.TOO_MANY, "title: vLLM", "title: [" + "1,".repeat(101) + "1]"),
            new Mistake(LintRule.TEXT_TOO_LONG, "title: vLLM", "title: " + "x".repeat(8_001)),
            new Mistake(LintRule.TOO_LARGE, "title: vLLM", "title: " + "x".repeat(300_000)));

    @Test
    void theExampleHasNoFindingsAndEveryPartIsTyped() throws IOException {
        Manifests.Report report = lint(clean());
        assertThat(report.findings()).isEmpty();
        Manifest manifest = report.manifest().orElseThrow();
        assertThat(manifest.version()).isEqualTo(new SemVer(1, 4, 0, ""));
        assertThat(manifest.profile()).isEqualTo(Profile.LAUNCHABLE_OCI_WORKLOAD);
        assertThat(manifest.platform().contains(SemVer.parse("1.9.9"))).isTrue();
        assertThat(manifest.platform().contains(SemVer.parse("2.0.0"))).isFalse();
        assertThat(manifest.parameters().credentialOf("hf_token")).contains("hugging_face");
        assertThat(Objects.requireNonNull(manifest.workload()).arguments()).hasSize(4);
        assertThat(manifest.workload().ports()).containsEntry("http", new Manifest.Port(8000, "http1"));
        assertThat(manifest.digest()).startsWith("sha256:");
    }

    @Test
    void eachRuleFindsItsMistake() throws IOException {
        String clean = clean();
        for (Mistake mistake : MISTAKES) {
            assertThat(clean).as(mistake.toString()).contains(mistake.before());
            Manifests.Report report = lint(clean.replace(mistake.before(), mistake.after()));
            assertThat(report.findings())
                    .as(mistake.toString())
                    .extracting(Finding::rule)
                    .contains(mistake.rule());
            assertThat(report.manifest().isEmpty()).as(mistake.toString()).isEqualTo(report.hasErrors());
        }
        List<LintRule> untried = new ArrayList<>(List.of(LintRule.values()));
        MISTAKES.forEach(mistake -> untried.remove(mistake.rule()));
        assertThat(untried).containsExactly(LintRule.NOT_UTF8);
    }

    @Test
    void aFindingHasItsLineAndPointer() throws IOException {
        String text = clean().replace("port: 8000", "port: 70000");
        Finding finding = lint(text).findings().getFirst();
        int line = text.substring(0, text.indexOf("70000")).split("\n", -1).length;
        assertThat(finding.pointer()).isEqualTo("/workload/ports/http/port");
        assertThat(finding.position())
                .isEqualTo(new Position(line, text.split("\n", -1)[line - 1].indexOf("70000") + 1));
    }

    @Test
    void findingsOfOneSeverityDoNotPushOutOthers() {
        Findings findings = new Findings();
        Position place = new Position(1, 1);
        for (int i = 0; i < 150; i++) {
            findings.add(LintRule.SHARED_PORT, "/routes/r" + i, place, "warning");
        }
        findings.add(LintRule.PUBLIC_PATH, "/routes/open", place, "review");
        assertThat(findings.hasErrors()).isFalse();
        findings.add(LintRule.WRONG_FORM, "/version", place, "error");
        assertThat(findings.hasErrors()).isTrue();
        assertThat(findings.sorted())
                .hasSize(102)
                .extracting(Finding::rule)
                .contains(LintRule.PUBLIC_PATH, LintRule.WRONG_FORM);
    }

    @Test
    void moreReviewPointsThanAreShownAreAnError() {
        Findings findings = new Findings();
        for (int i = 0; i < 100; i++) {
            findings.add(LintRule.PUBLIC_PATH, "/routes/r" + i, new Position(1, 1), "review");
        }
        assertThat(findings.hasErrors()).isFalse();
        findings.add(LintRule.PUBLIC_PATH, "/routes/last", new Position(1, 1), "review");
        findings.add(LintRule.PUBLIC_PATH, "/routes/more", new Position(1, 1), "review");
        assertThat(findings.hasErrors()).isTrue();
        assertThat(findings.sorted()).hasSize(101).extracting(Finding::rule).contains(LintRule.OUT_OF_RANGE);
    }

    @Test
    void aRangeIsAcceptedOnlyIfItsCanonicalTextIsReadAgain() {
        String bound = ">=111111-" + "a".repeat(39);
        String four = String.join(" ", Collections.nCopies(4, bound));
        assertThat(four).hasSizeLessThanOrEqualTo(200);
        assertThat(VersionRange.find(four)).isEmpty();
        VersionRange two = VersionRange.parse(bound + " <2");
        assertThat(VersionRange.parse(two.toString())).isEqualTo(two);
    }

    @ParameterizedTest
    @ValueSource(strings = {"controller", "runtime"})
    void theOtherProfilesHaveCleanExamplesToo(String name) throws IOException {
        Manifests.Report report = lint(resource(name));
        assertThat(report.findings()).isEmpty();
        assertThat(report.manifest().orElseThrow().controller()).isNotNull();
    }

    /** Manifests with lines removed, doubled or swapped are judged, never thrown over. */
    @Test
    void mutilatedManifestsAreJudged() throws IOException {
        List<String> lines = clean().lines().toList();
        Random random = new Random(4);
        for (int round = 0; round < 1_000; round++) {
            List<String> changed = new ArrayList<>(lines);
            for (int i = 0; i <= random.nextInt(3); i++) {
                int at = random.nextInt(changed.size());
                switch (random.nextInt(3)) {
                    case 0 -> changed.remove(at);
                    case 1 -> changed.add(at, changed.get(random.nextInt(changed.size())));
                    default -> Collections.swap(changed, at, random.nextInt(changed.size()));
                }
            }
            Manifests.Report report = lint(String.join("\n", changed));
            assertThat(report.manifest().isEmpty()).isEqualTo(report.hasErrors());
        }
    }

    @Test
    void versionsAreOrderedAsTheSpecificationSays() {
        List<String> inOrder = List.of(
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0",
                "1.0.1",
                "1.2.0",
                "1.10.0",
                "2.0.0");
        assertThat(new TreeSet<>(inOrder.reversed().stream().map(SemVer::parse).toList()))
                .extracting(SemVer::toString)
                .containsExactlyElementsOf(inOrder);
        assertThat(List.of("1.0", "01.0.0", "1.0.0+b", "1.0.0-", "1.0.0-01", "v1.0.0", "1.0.0 "))
                .allSatisfy(text -> assertThat(SemVer.find(text)).isEmpty());
    }

    private static Manifests.Report lint(String text) {
        return Manifests.lint(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String clean() throws IOException {
        return resource("vllm");
    }

    private static String resource(String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ManifestsTest.class.getResourceAsStream("/manifests/" + name + ".yaml"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
