package io.gpuaas.bench.pipeline;

import io.gpuaas.controlplane.ControlPlane;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.TokenVerifier;
import io.gpuaas.kernel.PrincipalId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** The control plane with a door that asks nothing: whoever names a principal after the prefix is that principal. */
@Configuration(proxyBeanMethods = false)
public class ShortcutControlPlane {

    static final String PREFIX = "shortcut-";

    public static void main(String[] arguments) {
        SpringApplication application = ControlPlane.application();
        application.addPrimarySources(Set.of(ShortcutControlPlane.class));
        application.run(arguments);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    TokenVerifier shortcut(Principals principals) {
        ConcurrentMap<String, Authenticated> known = new ConcurrentHashMap<>();
        return new TokenVerifier() {
            @Override
            public Optional<Authenticated> verify(String token) {
                if (!token.startsWith(PREFIX)) {
                    return Optional.empty();
                }
                return Optional.of(known.computeIfAbsent(
                        token,
                        text -> principals
                                .find(PrincipalId.parse(text.substring(PREFIX.length())))
                                .orElseThrow()));
            }

            @Override
            public boolean looksUp(String token) {
                return false;
            }
        };
    }
}
