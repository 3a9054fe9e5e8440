package io.gpuaas.controlplane.payments;

import com.stripe.StripeClient;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reads the secrets Stripe gave us. They are kept in files, and no message of ours has them. */
@Configuration(proxyBeanMethods = false)
class StripeConfiguration {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;

    /** With any other provider it has no key and is never called. */
    @Bean
    StripeApi stripeApi(GpuaasProperties properties) {
        var stripe = properties.payments().stripe();
        String key = isUsed(properties)
                ? secrets("api-key-file", stripe.apiKeyFile()).getFirst()
                : "none";
        return new StripeApi(StripeClient.builder()
                .setApiKey(key)
                .setApiBase(stripe.apiBase())
                .setConnectTimeout(CONNECT_MILLIS)
                .setReadTimeout(READ_MILLIS)
                // PaymentWorker repeats failed calls, also after this process has died.
                .setMaxNetworkRetries(0)
                .build());
    }

    @Bean
    ServletRegistrationBean<HttpServlet> stripeWebhook(GpuaasProperties properties, WebhookInbox inbox, Clock clock) {
        boolean serves = isUsed(properties) && properties.has(GpuaasProperties.Role.API);
        List<String> secrets = serves
                ? secrets("webhook-secrets-file", properties.payments().stripe().webhookSecretsFile())
                : List.of();
        return new ServletRegistrationBean<>(
                new StripeWebhook(new WebhookSignature(secrets, clock), inbox), "/webhooks/stripe");
    }

    private static boolean isUsed(GpuaasProperties properties) {
        return properties.payments().provider() == GpuaasProperties.Payments.Provider.STRIPE;
    }

    private static List<String> secrets(String setting, @Nullable String file) {
        String name = "gpuaas.payments.stripe." + setting;
        if (file == null || file.isBlank()) {
            throw new IllegalArgumentException(name + " must name a file when the payment provider is stripe");
        }
        try (var lines = Files.lines(Path.of(file))) {
            List<String> found =
                    lines.map(String::strip).filter(line -> !line.isEmpty()).toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException(name + " = " + file + " is empty");
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " = " + file + " cannot be read", e);
        }
    }
}
