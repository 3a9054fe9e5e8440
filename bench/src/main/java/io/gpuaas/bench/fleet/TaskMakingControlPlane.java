package io.gpuaas.bench.fleet;

import io.gpuaas.controlplane.ControlPlane;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The control plane with one domain more: it wants the tasks that lie in a table, and makes each of them once. */
@Configuration(proxyBeanMethods = false)
public class TaskMakingControlPlane {

    static final String TABLE = """
            CREATE TABLE public.wanted_task (
                number  integer NOT NULL PRIMARY KEY,
                node_id uuid    NOT NULL,
                type    text    NOT NULL,
                subject text,
                payload text    NOT NULL,
                task_id uuid    UNIQUE)""";

    public static void main(String[] arguments) {
        SpringApplication application = ControlPlane.application();
        application.addPrimarySources(Set.of(TaskMakingControlPlane.class));
        application.run(arguments);
    }

    @Bean
    TaskMaker taskMaker(JdbcClient jdbc, NodeTasks tasks, TransactionTemplate transaction) {
        return new TaskMaker(jdbc, tasks, transaction);
    }

    /** In one transaction with the note that the task was made, as every domain does it. */
    static final class TaskMaker implements BackgroundWork {

        private static final int AT_ONCE_MAX = 20;

        /** Enough attempts for a host that is killed again and again. */
        private static final NodeTasks.Options OPTIONS = new NodeTasks.Options(Duration.ofHours(1), 50);

        private final JdbcClient jdbc;
        private final NodeTasks tasks;
        private final TransactionTemplate transaction;
        private final JsonMapper json = JsonMapper.builder().build();

        TaskMaker(JdbcClient jdbc, NodeTasks tasks, TransactionTemplate transaction) {
            this.jdbc = jdbc;
            this.tasks = tasks;
            this.transaction = transaction;
        }

        private record Wanted(int number, NodeId node, String type, String payload) {}

        @Override
        public void declare(Rounds rounds) {
            rounds.every(Duration.ofMillis(100), "bench.tasks", this::make);
        }

        void make() {
            Call.system("bench", new CorrelationId("bench-fleet-kill")).run(() -> {
                transaction.executeWithoutResult(status -> next().forEach(this::make));
                return null;
            });
        }

        private List<Wanted> next() {
            return jdbc.sql("""
                    SELECT * FROM public.wanted_task WHERE task_id IS NULL
                    ORDER BY number LIMIT :limit FOR UPDATE SKIP LOCKED""")
                    .param("limit", AT_ONCE_MAX)
                    .query((row, n) -> new Wanted(
                            row.getInt("number"),
                            new NodeId(row.getObject("node_id", UUID.class)),
                            row.getString("type"),
                            row.getString("payload")))
                    .list();
        }

        private void make(Wanted wanted) {
            TaskId task = tasks.add(wanted.node(), wanted.type(), json.readTree(wanted.payload()), OPTIONS);
            jdbc.sql("UPDATE public.wanted_task SET task_id = :task WHERE number = :number")
                    .param("task", task.value())
                    .param("number", wanted.number())
                    .update();
        }
    }
}
