package io.gpuaas.manifest.schema;

import com.google.re2j.Pattern;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** The formats of texts that schemas may demand. */
enum TextFormat {
    EMAIL("an e-mail address") {
        @Override
        boolean accepts(String text) {
            return text.length() <= 254 && EMAIL_FORM.matches(text);
        }
    },
    URI("an absolute URI") {
        @Override
        boolean accepts(String text) {
            try {
                return new URI(text).isAbsolute();
            } catch (URISyntaxException e) {
                return false;
            }
        }
    },
    HOSTNAME("a host name") {
        @Override
        boolean accepts(String text) {
            return text.length() <= 253 && HOSTNAME_FORM.matches(text);
        }
    },
    DATE_TIME("a date and time with an offset") {
        @Override
        boolean accepts(String text) {
            try {
                OffsetDateTime.parse(text);
                return text.length() <= 40;
            } catch (DateTimeException e) {
                return false;
            }
        }
    };

    private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern HOSTNAME_FORM = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern EMAIL_FORM =
            Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@" + LABEL + "(\\." + LABEL + ")*");

    private final String words;

    TextFormat(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    String keyword() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    abstract boolean accepts(String text);
}
