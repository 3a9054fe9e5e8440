package io.gpuaas.manifest.json;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON value and its place in the document. Compare values with {@link #sameAs}, which ignores the places. */
public sealed interface Json {

    Position position();

    /** Returns the name of the value's type in JSON Schema. */
    String type();

    default boolean sameAs(Json other) {
        return CanonicalJson.text(this).equals(CanonicalJson.text(other));
    }

    record Null(Position position) implements Json {

        @Override
        public String type() {
            return "null";
        }
    }

    record Bool(boolean value, Position position) implements Json {

        @Override
        public String type() {
            return "boolean";
        }
    }

    /** A number as the IEEE 754 double that RFC 8785 makes of it; readers refuse integers that a double would change. */
    record Num(double value, Position position) implements Json {

        public static Num of(double value) {
            return new Num(value, Position.NONE);
        }

        public boolean isInteger() {
            return value == Math.rint(value);
        }

        /** Returns the shortest decimal that is read as this number. */
        public BigDecimal decimal() {
            return new BigDecimal(CanonicalJson.text(this));
        }

        @Override
        public String type() {
            return isInteger() ? "integer" : "number";
        }
    }

    record Text(String value, Position position) implements Json {

        public static Text of(String value) {
            return new Text(value, Position.NONE);
        }

        @Override
        public String type() {
            return "string";
        }
    }

    record Arr(List<Json> items, Position position) implements Json {

        public Arr {
            items = List.copyOf(items);
        }

        @Override
        public String type() {
            return "array";
        }
    }

    /** An object; {@code names} has the place of each member's name. */
    record Obj(Map<String, Json> members, Map<String, Position> names, Position position) implements Json {

        public Obj {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
            names = Map.copyOf(names);
        }

        public static Obj of(Map<String, ? extends Json> members) {
            return new Obj(new LinkedHashMap<>(members), Map.of(), Position.NONE);
        }

        public Optional<Json> find(String name) {
            return Optional.ofNullable(members.get(name));
        }

        public Position placeOf(String name) {
            return names.getOrDefault(name, position);
        }

        @Override
        public String type() {
            return "object";
        }
    }
}
