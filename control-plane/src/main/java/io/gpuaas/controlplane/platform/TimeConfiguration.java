package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.IdSource;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The only places time and ids come from. */
@Configuration(proxyBeanMethods = false)
class TimeConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    IdSource idSource(Clock clock) {
        return IdSource.timeOrdered(clock, new SecureRandom());
    }
}
