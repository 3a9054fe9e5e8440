package io.gpuaas.controlplane.notifications;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** The way to the mail server. */
@Configuration(proxyBeanMethods = false)
class MailSettings {

    private static final String TIMEOUT_MILLIS = "15000";

    @Bean
    JavaMailSender mailSender(GpuaasProperties properties) {
        return sender(properties.mail());
    }

    static JavaMailSenderImpl sender(GpuaasProperties.Mail mail) {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost(mail.host());
        sender.setPort(mail.port());
        sender.setDefaultEncoding("UTF-8");
        Properties ways = sender.getJavaMailProperties();
        ways.setProperty("mail.smtp.connectiontimeout", TIMEOUT_MILLIS);
        ways.setProperty("mail.smtp.timeout", TIMEOUT_MILLIS);
        ways.setProperty("mail.smtp.writetimeout", TIMEOUT_MILLIS);
        boolean secure = mail.starttls();
        ways.setProperty("mail.smtp.starttls.enable", Boolean.toString(secure));
        ways.setProperty("mail.smtp.starttls.required", Boolean.toString(secure));
        ways.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        if (mail.username() != null && !mail.username().isBlank()) {
            ways.setProperty("mail.smtp.auth", "true");
            sender.setUsername(mail.username());
            sender.setPassword(password(mail));
        }
        return sender;
    }

    private static String password(GpuaasProperties.Mail mail) {
        String file = mail.passwordFile();
        if (file == null || file.isBlank()) {
            throw new IllegalArgumentException("gpuaas.mail.password-file must name a file when a username is set");
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("gpuaas.mail.password-file = " + file + " cannot be read", e);
        }
    }
}
