package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.platform.StartProblem;
import java.net.URI;
import java.util.List;
import org.springframework.stereotype.Component;

/** The address that hosts dial. */
@Component
public class NodeServerUrl {

    private final GpuaasProperties.Nodes settings;
    private final PublicUrl publicUrl;
    private final NodeListener listener;

    NodeServerUrl(GpuaasProperties properties, PublicUrl publicUrl, NodeListener listener) {
        this.settings = properties.nodes();
        this.publicUrl = publicUrl;
        this.listener = listener;
        String url = settings.url();
        if (url != null && !url.isBlank()) {
            requireAddress(url.strip());
        }
    }

    /** Without a slash at the end. */
    public String value() {
        String url = settings.url();
        return url == null || url.isBlank() ? "https://" + bracketed(host()) + ":" + port() : url.strip();
    }

    private String host() {
        List<String> names = settings.names();
        String host = URI.create(publicUrl.external()).getHost();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return names.contains(bare) ? bare : names.getFirst();
    }

    /** A process without the role has no listener and names the port of those that have one. */
    private int port() {
        int open = listener.port();
        return open > 0 ? open : settings.port();
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static void requireAddress(String text) {
        try {
            URI url = URI.create(text);
            if ("https".equals(url.getScheme())
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawPath().isEmpty()
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null) {
                return;
            }
        } catch (IllegalArgumentException e) {
            throw StartProblem.wrongSetting("gpuaas.nodes.url: " + e.getMessage());
        }
        throw StartProblem.wrongSetting("gpuaas.nodes.url: " + text + " is not of the form https://host:port");
    }
}
