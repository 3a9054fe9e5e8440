package io.gpuaas.controlplane.federation;

import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Identity.Claims;
import io.gpuaas.controlplane.platform.GpuaasProperties.Identity.External;
import io.gpuaas.controlplane.platform.StartProblem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The operator's settings of the outside issuer, checked at the start. */
@Component
@ExternalIssuer
class IssuerSettings {

    private static final String PREFIX = "gpuaas.identity.external.";

    private final External settings;
    private final String issuer;
    private final String clientId;
    private final @Nullable String clientSecret;
    private final Map<String, Set<Role>> rolesByGroup;

    IssuerSettings(GpuaasProperties properties) {
        this.settings = properties.identity().external();
        this.issuer = StartProblem.requireSet(PREFIX + "issuer-url", settings.issuerUrl());
        if (!isTrustworthy(issuer)) {
            throw StartProblem.wrongSetting(
                    PREFIX + "issuer-url = " + issuer + " is neither https nor on a loopback address.");
        }
        this.clientId = StartProblem.requireSet(PREFIX + "client-id", settings.clientId());
        this.clientSecret = secret(settings.clientSecret(), settings.clientSecretFile());
        if (settings.audiences().isEmpty()) {
            throw StartProblem.wrongSetting(PREFIX + "audiences is empty: tokens for any audience would be accepted.");
        }
        if (!settings.scopes().contains("openid")) {
            throw StartProblem.wrongSetting(PREFIX + "scopes lacks openid, without which nobody can sign in.");
        }
        this.rolesByGroup = rolesByGroup(settings.platformRoles());
    }

    /** Whether data sent to this address is encrypted or stays on this machine. */
    static boolean isTrustworthy(String address) {
        try {
            URI uri = URI.create(address);
            String host = uri.getHost();
            boolean clean = host != null && uri.getRawUserInfo() == null && uri.getRawFragment() == null;
            return clean && ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && isLoopback(host)));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** By its spelling: a name would have to be looked up, and may point elsewhere later. */
    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }

    private static @Nullable String secret(@Nullable String text, @Nullable String file) {
        if (file == null || file.isBlank()) {
            return text == null || text.isBlank() ? null : text;
        }
        try {
            return StartProblem.requireSet(
                    "the file of " + PREFIX + "client-secret-file",
                    Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            throw StartProblem.wrongSetting(PREFIX + "client-secret-file = " + file + " cannot be read.");
        }
    }

    private static Map<String, Set<Role>> rolesByGroup(List<String> pairs) {
        Map<String, Set<Role>> roles = new HashMap<>();
        for (String pair : pairs) {
            int split = pair.lastIndexOf('=');
            if (split < 1) {
                throw StartProblem.wrongSetting(
                        PREFIX + "platform-roles: '" + pair + "' is not of the form group=role.");
            }
            roles.computeIfAbsent(pair.substring(0, split).strip(), group -> new HashSet<>())
                    .add(role(pair.substring(split + 1).strip()));
        }
        return roles;
    }

    private static Role role(String name) {
        return Arrays.stream(Role.values())
                .filter(role -> role.isOnPlatform() && role.wireName().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> StartProblem.wrongSetting(
                        PREFIX + "platform-roles: '" + name + "' is no role on the platform."));
    }

    String issuer() {
        return issuer;
    }

    String clientId() {
        return clientId;
    }

    @Nullable String clientSecret() {
        return clientSecret;
    }

    Set<String> audiences() {
        return Set.copyOf(settings.audiences());
    }

    List<String> scopes() {
        return settings.scopes();
    }

    Claims claims() {
        return settings.claims();
    }

    Duration jwksRefresh() {
        return settings.jwksRefresh();
    }

    Duration clockSkew() {
        return settings.clockSkew();
    }

    /** The roles the issuer alone gives and takes. */
    Set<Role> managedRoles() {
        return rolesByGroup.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    Set<Role> rolesOf(Set<String> groups) {
        return groups.stream()
                .flatMap(group -> rolesByGroup.getOrDefault(group, Set.of()).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
