package io.gpuaas.controlplane.nodes;

import com.zaxxer.hikari.HikariDataSource;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Says which nodes have tasks waiting, so that a waiting poll need not query the database. A process signals itself at
 * once and the others by NOTIFY, many nodes in one notification, received on one connection; a query of all tasks every
 * two seconds finds lost signals.
 */
@Component
class WorkBell implements SmartLifecycle, BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(WorkBell.class);
    private static final String CHANNEL = "gpuaas_node_work";
    private static final int RINGS_MAX = 100_000;

    /** A notice holds 8000 bytes, a node's id takes 37. */
    private static final int RINGS_PER_NOTICE = 200;

    private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);
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

    /** Starts each of our notices: this process has rung itself already. */
    private final String sender;

    private volatile boolean running;
    private @Nullable Thread sending;
    private @Nullable Thread receiving;

    WorkBell(
            HikariDataSource pool,
            JdbcClient jdbc,
            TaskStore store,
            Clock clock,
            IdSource ids,
            GpuaasProperties properties) {
        this.pool = pool;
        this.jdbc = jdbc;
        this.store = store;
        this.clock = clock;
        this.sender = ids.next().toString();
        this.hearing = properties.has(Role.NODE_API);
    }

    void onRing(Consumer<NodeId> listener) {
        listeners.add(listener);
    }

    /** Something was committed for this node. */
    void ring(NodeId node) {
        heard(node);
        if (!outgoing.offer(node)) {
            log.debug("dropped a signal because too many were queued; the periodic query finds its task");
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

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), Role.NODE_API, "nodes.waiting-tasks", this::look);
    }

    void look() {
        store.nodesWithWork(clock.instant(), ON_ITS_WAY).forEach(this::heard);
    }

    @Override
    public void start() {
        running = true;
        sending = Thread.ofVirtual().name("work-bell-send").start(this::send);
        if (hearing) {
            receiving = Thread.ofVirtual().name("work-bell-hear").start(this::hear);
        }
    }

    private void send() {
        while (running) {
            try {
                Set<NodeId> nodes = new LinkedHashSet<>(Set.of(outgoing.take()));
                outgoing.drainTo(nodes, RINGS_PER_NOTICE - 1);
                jdbc.sql("SELECT pg_notify(:channel, :notice)")
                        .param("channel", CHANNEL)
                        .param("notice", notice(nodes))
                        .query(row -> {});
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (DataAccessException e) {
                log.warn("could not notify other processes of tasks; their periodic query finds them", e);
            }
        }
    }

    private String notice(Set<NodeId> nodes) {
        return sender + nodes.stream().map(node -> "," + node).collect(Collectors.joining());
    }

    private void hear(String notice) {
        String[] parts = notice.split(",", -1);
        if (!parts[0].equals(sender)) {
            Arrays.stream(parts).skip(1).map(NodeId::parse).forEach(this::heard);
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
                            hear(notice.getParameter());
                        }
                    }
                }
            } catch (SQLException | IllegalArgumentException e) {
                if (running) {
                    log.warn("could not listen for tasks of other processes; the periodic query finds them", e);
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
        if (sending != null) {
            sending.interrupt();
        }
        if (receiving != null) {
            receiving.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
