package io.gpuaas.manifest.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.CanonicalJson;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.SchemaProblem.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {

    private static final String VLLM = """
            {"type":"object","required":["model"],"properties":{
              "model":{"type":"string","minLength":1,"maxLength":20,"pattern":"^[A-Za-z0-9._/-]+$"},
              "max_len":{"type":"integer","minimum":512,"maximum":131072,"multipleOf":256,"default":8192},
              "mode":{"enum":["a","b"]},
              "token":{"x-gpuaas":{"credential":"hugging_face"}},
              "tags":{"type":"array","items":{"$ref":"#/$defs/tag"},"maxItems":2,"uniqueItems":true}},
             "$defs":{"tag":{"type":"string","format":"hostname"}},
             "if":{"properties":{"mode":{"const":"b"}},"required":["mode"]},"then":{"required":["tags"]}}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'model':'m'}|",
                "{'model':'m','mode':'b','tags':['a.example']}|",
                "{}|required",
                "{'model':5}|type",
                "{'model':''}|minLength",
                "{'model':'$(id)'}|pattern",
                "{'model':'; reboot'}|pattern",
                "{'model':'a\\n'}|pattern",
                "{'model':'m','max_len':511}|minimum",
                "{'model':'m','max_len':600}|multipleOf",
                "{'model':'m','max_len':1e9}|maximum",
                "{'model':'m','max_len':1024.5}|type",
                "{'model':'m','mode':'c'}|enum",
                "{'model':'m','mode':'b'}|required",
                "{'model':'m','other':1}|additionalProperties",
                "{'model':'m','token':5}|credential",
                "{'model':'m','tags':['a','a']}|uniqueItems",
                "{'model':'m','tags':['a','b','c']}|maxItems",
                "{'model':'m','tags':['-a']}|format",
            })
    void valuesAreHeldAgainstTheSchema(String value, @Nullable String keyword) throws DocumentException {
        List<String> found = schema(VLLM).validate(json(value.replace('\'', '"'))).stream()
                .map(Violation::keyword)
                .toList();
        if (keyword == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).contains(keyword);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'anyOf':[]}|UNSUPPORTED_KEYWORD",
                "{'properties':{'a':{'$dynamicRef':'#x'}}}|UNSUPPORTED_KEYWORD",
                "{'type':['string','null']}|WRONG_VALUE",
                "{'additionalProperties':true}|WRONG_VALUE",
                "{'$ref':'https://example.com/x'}|WRONG_REFERENCE",
                "{'$ref':'#/$defs/a','$defs':{'a':{'$ref':'#/$defs/a'}}}|WRONG_REFERENCE",
                "{'$defs':{'a':{'properties':{'x':{'$ref':'#/$defs/b'}}},'b':{'items':{'$ref':'#/$defs/a'}}}}|WRONG_REFERENCE",
                "{'properties':{'a':{'pattern':'(?=x)'}}}|WRONG_PATTERN",
                "{'properties':{'a':{'pattern':'(a)\\\\1'}}}|WRONG_PATTERN",
                "{'properties':{'a':{'pattern':'((a{100}){100}){100}'}}}|WRONG_PATTERN",
                "{'properties':{'a':{'pattern':'['}}}|WRONG_PATTERN",
                "{'properties':{'a':{'type':'integer','default':'x'}}}|WRONG_DEFAULT",
                "{'if':{'properties':{'a':{'minimum':3}}},'then':{}}|WRONG_VALUE",
                "{'items':{'items':{'items':{'items':{'items':{'items':{}}}}}}}|TOO_LARGE",
            })
    void aSchemaOutsideTheSubsetIsRefused(String source, Kind kind) throws DocumentException {
        assertThat(Schema.compile(json(source.replace('\'', '"')), "/parameters")
                        .problems())
                .isNotEmpty()
                .extracting(SchemaProblem::kind)
                .contains(kind);
    }

    /** A backtracking engine needs 2^40 steps for this. */
    @Test
    void aPatternMadeToBacktrackMatchesInLinearTime() throws DocumentException {
        Schema schema = schema("{\"properties\":{\"a\":{\"pattern\":\"^(a+)+$\"}}}");
        Json value = json("{\"a\":\"" + "a".repeat(5_000) + "!\"}");
        Assertions.assertThat(org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(60), () -> schema.validate(value)))
                .extracting(Violation::keyword)
                .containsExactly("pattern");
    }

    @Test
    void patternsOverManyLongTextsStopAtABudget() throws DocumentException {
        Schema schema = schema("{\"properties\":{\"a\":{\"items\":{\"pattern\":\"^(a?){300}$\"},\"maxItems\":100}}}");
        String item = "\"" + "a".repeat(300) + "\"";
        assertThat(schema.validate(json("{\"a\":[" + (item + ",").repeat(9) + item + "]}")))
                .isEmpty();
        assertThat(schema.validate(json("{\"a\":[" + (item + ",").repeat(99) + item + "]}")))
                .isNotEmpty()
                .extracting(Violation::keyword)
                .containsOnly("pattern");
    }

    @Test
    void definitionsThatDoubleAtEachStepAreCompiledOnce() throws DocumentException {
        StringBuilder source = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < 18; i++) {
            source.append(
                    "\"d%1$d\":{\"properties\":{\"a\":{\"$ref\":\"#/$defs/d%2$d\"},\"b\":{\"$ref\":\"#/$defs/d%2$d\"}}},"
                            .formatted(i, i + 1));
        }
        source.append("\"d18\":{}}}");
        Json schema = json(source.toString());
        assertThat(org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                                Duration.ofSeconds(60), () -> Schema.compile(schema, ""))
                        .problems())
                .isNotEmpty();
    }

    @Test
    void anOverlayNarrowsAndNeverWidens() throws DocumentException {
        Schema narrowed = schema(VLLM)
                .allOf(schema("{\"properties\":{\"max_len\":{\"maximum\":4096},\"mode\":{\"const\":\"a\"}}}"));
        assertThat(narrowed.validate(json("{\"model\":\"m\",\"max_len\":8192}")))
                .extracting(Violation::keyword)
                .containsExactly("maximum");
        assertThat(narrowed.validate(json("{\"model\":\"m\",\"max_len\":256}"))).isNotEmpty();
        assertThat(narrowed.validate(json("{\"model\":\"m\",\"max_len\":1024}")))
                .isEmpty();
        assertThat(narrowed.lockedValues()).containsEntry("mode", "\"a\"");
        Schema wide = schema("{\"properties\":{\"nothing\":{}}}");
        assertThatThrownBy(() -> schema(VLLM).allOf(wide)).hasMessageContaining("nothing");
    }

    @Test
    void defaultsOfOverlaysComeFirst() throws DocumentException {
        Schema schema = schema(VLLM);
        assertThat(CanonicalJson.text(schema.withDefaults((Json.Obj) json("{\"model\":\"m\"}"))))
                .isEqualTo("{\"max_len\":8192,\"model\":\"m\"}");
        Schema narrowed = schema.allOf(schema("{\"properties\":{\"max_len\":{\"default\":1024}}}"));
        assertThat(CanonicalJson.text(narrowed.withDefaults((Json.Obj) json("{\"model\":\"m\"}"))))
                .isEqualTo("{\"max_len\":1024,\"model\":\"m\"}");
    }

    private static Schema schema(String source) throws DocumentException {
        Schema.Compiled compiled = Schema.compile(json(source), "");
        assertThat(compiled.problems()).isEmpty();
        return compiled.schema().orElseThrow();
    }

    private static Json json(String text) throws DocumentException {
        return Documents.readJson(text.getBytes(StandardCharsets.UTF_8), Bounds.MANIFEST);
    }
}
