package io.gpuaas.controlplane.nodes;

import com.zaxxer.hikari.HikariDataSource;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.kernel.NodeId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Says which nodes have something waiting for them, so that a waiting poll need not ask the database.
 * A process rings itself at once and the others by NOTIFY, heard on one connection; a look at all
 * tasks once a second finds what a lost ring left behind.
 */
@Component
class WorkBell implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(WorkBell.class);
    private static final String CHANNEL = "gpuaas_node_work";
    private static final int RINGS_MAX = 100_000;
    private static final int HEAR_MILLIS = 1_000;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final HikariDataSource pool;
    private final JdbcClient jdbc;
    private final TaskStore store;
    private final Clock clock;
    private final boolean hearing;
    private final Set<NodeId> waiting = ConcurrentHashMap.newKeySet();
    private final CopyOnWriteArrayList<Consumer<NodeId>> listeners = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<NodeId> outgoing = new LinkedBlockingQueue<>(RINGS_MAX);
    private volatile boolean running;
    private @Nullable Thread sender;
    private @Nullable Thread receiver;

    WorkBell(HikariDataSource pool, JdbcClient jdbc, TaskStore store, Clock clock, GpuaasProperties properties) {
        this.pool = pool;
        this.jdbc = jdbc;
        this.store = store;
        this.clock = clock;
        this.hearing = properties.has(Role.NODE_API);
    }

    void onRing(Consumer<NodeId> listener) {
        listeners.add(listener);
    }

    /** Something was committed for this node. */
    void ring(NodeId node) {
        heard(node);
        if (!outgoing.offer(node)) {
            log.debug("too many rings at once; the look once a second finds what is left out");
        }
    }

    /** True once per ring: the caller looks, and whatever comes after rings again. */
    boolean take(NodeId node) {
        return waiting.remove(node);
    }

    private void heard(NodeId node) {
        if (hearing) {
            waiting.add(node);
            listeners.forEach(listener -> listener.accept(node));
        }
    }

    @Scheduled(fixedDelayString = "PT1S")
    void look() {
        if (!hearing) {
            return;
        }
        try {
            store.nodesWithWork(clock.instant()).forEach(this::heard);
        } catch (DataAccessException e) {
            log.warn("waiting tasks could not be looked up; trying again", e);
        }
    }

    @Override
    public void start() {
        running = true;
        sender = Thread.ofVirtual().name("work-bell-send").start(this::send);
        if (hearing) {
            receiver = Thread.ofVirtual().name("work-bell-hear").start(this::hear);
        }
    }

    private void send() {
        while (running) {
            try {
                NodeId node = outgoing.take();
                jdbc.sql("SELECT pg_notify(:channel, :node)")
                        .param("channel", CHANNEL)
                        .param("node", node.toString())
                        .query(row -> {});
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (DataAccessException e) {
                log.warn("another process could not be told of a task; it looks once a second", e);
            }
        }
    }

    private void hear() {
        while (running) {
            try (Connection connection =
                            DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
                    Statement statement = connection.createStatement()) {
                statement.execute("LISTEN " + CHANNEL);
                while (running) {
                    PGNotification[] notices =
                            connection.unwrap(PGConnection.class).getNotifications(HEAR_MILLIS);
                    if (notices != null) {
                        for (PGNotification notice : notices) {
                            heard(NodeId.parse(notice.getParameter()));
                        }
                    }
                }
            } catch (SQLException | IllegalArgumentException e) {
                if (running) {
                    log.warn("rings of other processes are not heard for now; the look once a second goes on", e);
                    pause();
                }
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() {
        running = false;
        if (sender != null) {
            sender.interrupt();
        }
        if (receiver != null) {
            receiver.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
