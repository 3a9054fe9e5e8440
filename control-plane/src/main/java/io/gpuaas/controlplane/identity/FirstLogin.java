package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives an empty installation its first administrator; password and token go to a file only the owner reads. */
@Component
@Order(FirstLogin.ORDER)
class FirstLogin implements ApplicationRunner {

    /** Before the other runners, some of which work in what it creates. */
    static final int ORDER = 0;

    private static final Logger log = LoggerFactory.getLogger(FirstLogin.class);

    private final IdentityStore store;
    private final AccessTokens tokens;
    private final ObjectProvider<PasswordAccounts> passwords;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;
    private final Demo demo;
    private final List<EmptyInstallation> emptyInstallation;
    private final boolean seedsDemo;
    private final Path file;

    FirstLogin(
            IdentityStore store,
            AccessTokens tokens,
            ObjectProvider<PasswordAccounts> passwords,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids,
            Demo demo,
            List<EmptyInstallation> emptyInstallation,
            GpuaasProperties properties) {
        this.store = store;
        this.tokens = tokens;
        this.passwords = passwords;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
        this.demo = demo;
        this.emptyInstallation = List.copyOf(emptyInstallation);
        this.seedsDemo = properties.demo();
        this.file = properties.dataDir().resolve("first-login");
    }

    @Override
    public void run(ApplicationArguments arguments) {
        transaction.executeWithoutResult(status -> {
            if (store.lockSetUp() && !store.hasPrincipals()) {
                emptyInstallation.forEach(EmptyInstallation::found);
                createAdministrator();
            }
        });
    }

    private void createAdministrator() {
        PrincipalId admin = new PrincipalId(ids.next());
        store.addPrincipal(admin, Caller.Kind.USER, "admin", clock.instant());
        store.bind(admin, new RoleBinding(Role.PLATFORM_ADMIN, null, null));
        // Written before the commit: a file without an administrator is harmless, the reverse locks everybody out.
        StringBuilder text = new StringBuilder("user: admin\n");
        PasswordAccounts accounts = passwords.getIfAvailable();
        if (accounts != null) {
            text.append("password: ").append(accounts.open(admin, "admin")).append('\n');
        }
        text.append("token: ").append(tokens.issue(admin, null)).append('\n');
        if (accounts != null && seedsDemo) {
            demo.seed(accounts)
                    .forEach(person -> text.append(
                            "demo: %-14s %s  %s%n".formatted(person.username(), person.password(), person.role())));
        }
        SecretFile.replace(file, text.toString());
        log.atInfo().addKeyValue("file", file).log("created the first administrator and wrote how to sign in");
    }
}
