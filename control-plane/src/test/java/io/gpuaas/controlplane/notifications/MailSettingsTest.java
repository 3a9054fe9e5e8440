package io.gpuaas.controlplane.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mail.MailAuthenticationException;
import org.springframework.mail.MailException;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** The way to a mail server that wants a login and a secret connection. */
@Against("GreenMail")
@SuppressWarnings("NullAway.Init")
class MailSettingsTest {

    private static final String STORE_PASSWORD = "changeit";

    private static SSLContext trusted;

    private final GreenMail smtp = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @TempDir
    static Path folder;

    private StartTlsRelay door;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "mail",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        trusted = context(store);
        Files.writeString(folder.resolve("password"), "secret\n");
        Files.writeString(folder.resolve("wrong"), "wrong\n");
    }

    private static SSLContext context(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, STORE_PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, STORE_PASSWORD.toCharArray());
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("mail", store.getCertificate("mail"));
        TrustManagerFactory trusts = TrustManagerFactory.getInstance("PKIX");
        trusts.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trusts.getTrustManagers(), null);
        return context;
    }

    @BeforeEach
    void start() throws IOException {
        smtp.start();
        smtp.setUser("platform", "platform", "secret");
        smtp.getUserManager().setAuthRequired(true);
        door = new StartTlsRelay(trusted, smtp.getSmtp().getPort());
    }

    @AfterEach
    void stop() {
        door.close();
        smtp.stop();
    }

    private JavaMailSenderImpl sender(String host, int port, String passwordFile) {
        return MailSettings.sender(new GpuaasProperties.Mail(
                GpuaasProperties.Mail.Delivery.SMTP,
                host,
                port,
                "platform",
                folder.resolve(passwordFile).toString(),
                true,
                "gpuaas@example.com"));
    }

    private static JavaMailSenderImpl trusting(JavaMailSenderImpl sender) {
        sender.getJavaMailProperties().put("mail.smtp.ssl.socketFactory", trusted.getSocketFactory());
        return sender;
    }

    private static void send(JavaMailSenderImpl sender) {
        SimpleMailMessage letter = new SimpleMailMessage();
        letter.setFrom("gpuaas@example.com");
        letter.setTo("ada@example.com");
        letter.setSubject("News");
        letter.setText("Some.");
        sender.send(letter);
    }

    @Test
    void aLetterGoesOverASecretConnectionWithALogin() throws Exception {
        send(trusting(sender("localhost", door.port(), "password")));
        assertThat(door.secured).hasValue(1);
        assertThat(smtp.getReceivedMessages())
                .singleElement()
                .satisfies(letter -> assertThat(letter.getSubject()).isEqualTo("News"));
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> send(trusting(sender("localhost", door.port(), "wrong"))))
                .isInstanceOf(MailAuthenticationException.class);
        assertThat(smtp.getReceivedMessages()).isEmpty();
    }

    @Test
    void aServerThatCannotKeepASecretGetsNeitherLetterNorPassword() {
        assertThatThrownBy(
                        () -> send(trusting(sender("localhost", smtp.getSmtp().getPort(), "password"))))
                .isInstanceOf(MailException.class)
                .hasStackTraceContaining("STARTTLS is required");
        assertThat(smtp.getReceivedMessages()).isEmpty();
    }

    @Test
    void aCertificateNobodyVouchesForOrOfAnotherNameIsRefused() {
        assertThatThrownBy(() -> send(sender("localhost", door.port(), "password")))
                .isInstanceOf(MailException.class)
                .hasStackTraceContaining("PKIX");
        assertThatThrownBy(() -> send(trusting(sender("127.0.0.1", door.port(), "password"))))
                .isInstanceOf(MailException.class);
        assertThat(smtp.getReceivedMessages()).isEmpty();
    }
}
