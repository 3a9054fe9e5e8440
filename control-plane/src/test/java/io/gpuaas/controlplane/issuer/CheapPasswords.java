package io.gpuaas.controlplane.issuer;

import org.springframework.context.annotation.Bean;

/**
 * Hashes of the same kind that cost next to nothing. With those of the product a sixth of the time of all tests was spent
 * on them; {@code PasswordsTest} has them.
 */
@EmbeddedIssuer
public class CheapPasswords {

    private static final int MEMORY_KIB = 64;

    @Bean
    Passwords passwords() {
        return new Passwords(MEMORY_KIB, 1);
    }
}
