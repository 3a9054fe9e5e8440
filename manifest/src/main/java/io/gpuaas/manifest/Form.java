package io.gpuaas.manifest;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes what a part of a manifest may hold. One description serves the check and the reference page. */
sealed interface Form {

    /** Describes the values in a few words, for sentences and the reference page. */
    String words();

    record Text(int lengthMax, @Nullable Pattern pattern, String words) implements Form {}

    record Choice(Set<String> choices) implements Form {

        @Override
        public String words() {
            return String.join(", ", choices.stream().sorted().toList());
        }
    }

    record Numeric(double min, double max, boolean whole) implements Form {

        @Override
        public String words() {
            return (whole ? "integer from " : "number from ") + shown(min) + " to " + shown(max);
        }

        private static String shown(double value) {
            return value == Math.rint(value) ? "%,d".formatted((long) value) : String.valueOf(value);
        }
    }

    record Flag() implements Form {

        @Override
        public String words() {
            return "true or false";
        }
    }

    record Items(Form item, int min, int max) implements Form {

        @Override
        public String words() {
            return "list of " + min + " to " + max + ": " + item.words();
        }
    }

    /** An object whose members have free names. */
    record Named(Text name, Form value, int max) implements Form {

        @Override
        public String words() {
            return "object of at most " + max + " by name: " + value.words();
        }
    }

    record Fields(List<Field> fields) implements Form {

        @Override
        public String words() {
            return "object";
        }
    }

    /** Either a scalar or an object. */
    record Either(Form scalar, Fields fields) implements Form {

        @Override
        public String words() {
            return scalar.words() + ", or object";
        }
    }

    /** Anything; another rule looks at it. */
    record Free(String words) implements Form {}

    record Field(String name, boolean isRequired, Form form, String meaning) {}

    static Field required(String name, Form form, String meaning) {
        return new Field(name, true, form, meaning);
    }

    static Field optional(String name, Form form, String meaning) {
        return new Field(name, false, form, meaning);
    }

    static Fields fields(Field... fields) {
        return new Fields(List.of(fields));
    }
}
