package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.ProblemException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** An address a gateway says it is reached at. People get it with their token, nodes dial it and pages name it. */
final class GatewayAddress {

    private static final int PORT_MAX = 65_535;
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    private GatewayAddress() {}

    /** Without a trailing slash; only at a host the operator gave the gateway. */
    static String require(String field, String said, List<String> hostNames) {
        String host = parse(said)
                .map(GatewayAddress::hostOf)
                .orElseThrow(() -> ProblemException.invalid(
                        field,
                        "must be a URL such as wss://gateway.example.com:8448, without user, query or fragment;"
                                + " ws:// only with a loopback host name"));
        if (hostNames.stream().noneMatch(host::equalsIgnoreCase)) {
            throw ProblemException.invalid(field, "must use one of the gateway's host names " + hostNames);
        }
        return said.endsWith("/") ? said.substring(0, said.length() - 1) : said;
    }

    /** Empty when the text is no valid address. Addresses other than loopback need TLS. */
    static Optional<URI> parse(String text) {
        try {
            URI url = new URI(text);
            boolean isPlain = url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && ("wss".equals(url.getScheme()) || ("ws".equals(url.getScheme()) && isLoopback(hostOf(url))))
                    && url.getPort() != 0
                    && url.getPort() <= PORT_MAX;
            return isPlain ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Decided by the name alone, without a lookup. */
    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.equals("::1")
                || LOOPBACK.matcher(host).matches();
    }

    private static String hostOf(URI url) {
        String host = url.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
