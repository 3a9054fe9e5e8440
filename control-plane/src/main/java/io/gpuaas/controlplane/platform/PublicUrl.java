package io.gpuaas.controlplane.platform;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Where this installation is reached: by browsers, and by itself. */
@Component
public class PublicUrl {

    private static final Set<String> EVERY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

    private final GpuaasProperties properties;
    private final Environment environment;
    private final @Nullable String configured;

    PublicUrl(GpuaasProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
        this.configured = checked(properties.server().publicUrl());
    }

    /** Scheme, host and port as browsers see them, without a slash at the end. The embedded issuer's name, too. */
    public String external() {
        return configured == null ? internal() : configured;
    }

    /** The same process, without a way through any proxy. */
    public String internal() {
        String address = properties.server().address();
        String host = EVERY_ADDRESS.contains(address) ? "127.0.0.1" : address;
        int port = environment.getProperty(
                "local.server.port", Integer.class, properties.server().port());
        return "http://" + (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }

    private static @Nullable String checked(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        URI url = URI.create(text.strip());
        boolean origin = ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                && url.getHost() != null
                && url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null
                && (url.getRawPath().isEmpty() || url.getRawPath().equals("/"));
        if (!origin) {
            throw new IllegalArgumentException(
                    "gpuaas.server.public-url = " + text + " is not of the form https://host or https://host:port");
        }
        return url.getScheme() + "://" + url.getRawAuthority();
    }
}
