package io.gpuaas.manifest.schema;

import io.gpuaas.manifest.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One compiled schema. {@code height} counts the levels of schemas below and including this one. */
record SchemaNode(
        @Nullable String type,
        @Nullable String credential,
        @Nullable Set<String> choices,
        @Nullable Json defaultValue,
        TextRules text,
        NumberRules number,
        ListRules list,
        Map<String, SchemaNode> properties,
        List<String> required,
        boolean closed,
        @Nullable Condition condition,
        int height) {

    /** A schema that accepts everything. */
    static final SchemaNode ANY = new SchemaNode(
            null,
            null,
            null,
            null,
            new TextRules(0, Integer.MAX_VALUE, null, null),
            new NumberRules(null, null, null),
            new ListRules(null, 0, Integer.MAX_VALUE, false),
            Map.of(),
            List.of(),
            false,
            null,
            1);

    record TextRules(
            int lengthMin,
            int lengthMax,
            @Nullable LinearPattern pattern,
            @Nullable TextFormat format) {}

    record NumberRules(
            @Nullable BigDecimal minimum,
            @Nullable BigDecimal maximum,
            @Nullable BigDecimal multipleOf) {}

    record ListRules(@Nullable SchemaNode items, int itemsMin, int itemsMax, boolean unique) {}

    /** Applies {@code then} if all named members, where present, have these canonical values, and {@code otherwise} if not. */
    record Condition(
            Map<String, String> members,
            List<String> required,
            @Nullable SchemaNode then,
            @Nullable SchemaNode otherwise) {

        boolean holds(Json.Obj value) {
            return required.stream().allMatch(value.members()::containsKey)
                    && members.entrySet().stream()
                            .allMatch(member -> value.find(member.getKey())
                                    .map(io.gpuaas.manifest.json.CanonicalJson::text)
                                    .map(member.getValue()::equals)
                                    .orElse(true));
        }
    }
}
