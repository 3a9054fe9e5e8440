package io.gpuaas.controlplane.listeners;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the addresses that proxies write into headers, the nearest last. An invalid address is empty. */
final class ForwardedFor {

    static final String X_FORWARDED_FOR = "X-Forwarded-For";
    static final String FORWARDED = "Forwarded";

    /** As long as an IPv6 address with brackets and port can be. */
    private static final int CHARACTERS_MAX = 60;

    private static final Pattern IPV4_WITH_PORT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3}){3})(?::[0-9]{1,5})?");
    private static final Pattern IPV6_IN_BRACKETS = Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::[0-9]{1,5})?");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private ForwardedFor() {}

    static List<Optional<String>> xForwardedFor(List<String> values) {
        return values.stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(hop -> address(hop.strip()))
                .toList();
    }

    /** RFC 7239: elements of one proxy each, of which only {@code for} is of interest. */
    static List<Optional<String>> forwarded(List<String> values) {
        List<Optional<String>> hops = new ArrayList<>();
        for (String value : values) {
            if (hasOpenQuote(value)) {
                // A client's open quote would swallow the element that the proxy appended.
                hops.add(Optional.empty());
                continue;
            }
            for (String element : split(value, ',')) {
                hops.add(forParameter(element));
            }
        }
        return hops;
    }

    /** Quoted pairs count as two characters: neither a proxy nor an address needs one. */
    private static boolean hasOpenQuote(String value) {
        return value.chars().filter(character -> character == '"').count() % 2 != 0;
    }

    private static Optional<String> forParameter(String element) {
        List<String> found = split(element, ';').stream()
                .map(String::strip)
                .filter(pair -> pair.toLowerCase(Locale.ROOT).startsWith("for="))
                .map(pair -> pair.substring("for=".length()).strip())
                .toList();
        return found.size() == 1 ? address(unquoted(found.getFirst())) : Optional.empty();
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Quoted text is not split. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }

    /** An address without port, brackets or zone; IPv4 in IPv6 as IPv4, so that one client has one name. */
    static Optional<String> address(String text) {
        if (text.length() > CHARACTERS_MAX) {
            return Optional.empty();
        }
        Matcher ipv4 = IPV4_WITH_PORT.matcher(text);
        if (ipv4.matches()) {
            return literal(ipv4.group(1));
        }
        Matcher brackets = IPV6_IN_BRACKETS.matcher(text);
        if (brackets.matches()) {
            return literal(brackets.group(1));
        }
        String withoutZone = text.replaceFirst("%.*", "");
        return IPV6.matcher(withoutZone).matches() ? literal(withoutZone) : Optional.empty();
    }

    private static Optional<String> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text).getHostAddress());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** On this machine or in its private network, as proxies usually are. */
    static boolean isNear(String address) {
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            boolean uniqueLocal = parsed.getAddress().length == 16 && (parsed.getAddress()[0] & 0xFE) == 0xFC;
            return parsed.isLoopbackAddress()
                    || parsed.isSiteLocalAddress()
                    || parsed.isLinkLocalAddress()
                    || uniqueLocal;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
