package io.gpuaas.controlplane.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.gpuaas.controlplane.platform.Exposure;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.StartPhase;
import io.gpuaas.controlplane.platform.StartProblem;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** The database: an embedded PostgreSQL or an external one, one pool, migrated before anything uses it. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    /** How long a statement waits for another transaction's lock before it gives up. */
    static final Duration LOCK_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    @Bean
    @ConditionalOnProperty(name = "gpuaas.database.mode", havingValue = "embedded")
    EmbeddedPostgres embeddedPostgres(GpuaasProperties properties) {
        Exposure.requireSafe(properties);
        StartPhase.announce("database");
        return EmbeddedPostgres.start(properties.dataDir().resolve("postgres"));
    }

    @Bean
    HikariDataSource pool(
            GpuaasProperties properties, ObjectProvider<EmbeddedPostgres> embedded, MeterRegistry metrics) {
        // Before the database, so that nothing is made by a start that is refused.
        Exposure.requireSafe(properties);
        HikariConfig config = new HikariConfig();
        Optional<EmbeddedPostgres> own = Optional.ofNullable(embedded.getIfAvailable());
        GpuaasProperties.Database database = properties.database();
        config.setJdbcUrl(own.map(server -> server.jdbcUrl("postgres"))
                .orElseGet(() -> StartProblem.requireSet("gpuaas.database.url", database.url())));
        config.setUsername(own.map(EmbeddedPostgres::user).orElse(database.username()));
        config.setPassword(own.map(EmbeddedPostgres::password).orElse(database.password()));
        config.setPoolName("gpuaas");
        config.setMaximumPoolSize(database.poolSize());
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        config.setAutoCommit(true);
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        config.addDataSourceProperty("ApplicationName", "gpuaas-control-plane");
        config.addDataSourceProperty(
                "options",
                "-c lock_timeout=" + LOCK_TIMEOUT.toMillis()
                        + " -c statement_timeout=" + STATEMENT_TIMEOUT.toMillis()
                        + " -c idle_in_transaction_session_timeout=60000 -c timezone=UTC");
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(metrics));
        StartPhase.announce("migrate");
        new Migrations(Migrations.connections(config.getJdbcUrl(), config.getUsername(), config.getPassword()))
                .migrate();
        return new HikariDataSource(config);
    }

    /** A transaction takes a connection with its first statement, not when it begins. */
    @Bean
    @Primary
    DataSource dataSource(HikariDataSource pool) {
        LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy(pool);
        lazy.setDefaultAutoCommit(true);
        lazy.setDefaultTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
        return lazy;
    }

    @Bean
    Migrations migrations(HikariDataSource pool) {
        return new Migrations(pool);
    }
}
