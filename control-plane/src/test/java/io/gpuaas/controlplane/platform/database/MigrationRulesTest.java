package io.gpuaas.controlplane.platform.database;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Migrations that came after the rule do not rewrite, scan or lock large tables for long. See docs/how-to/add-an-endpoint.md. */
class MigrationRulesTest {

    /** The newest migration of each domain when the rule was made. A domain that is not here is new, and all of it counts. */
    private static final Map<String, Integer> BEFORE_THE_RULE = Map.ofEntries(
            entry("access", 1),
            entry("allocations", 9),
            entry("audit", 1),
            entry("billing", 6),
            entry("events", 4),
            entry("federation", 1),
            entry("gateways", 5),
            entry("identity", 3),
            entry("inventory", 4),
            entry("issuer", 1),
            entry("ledger", 5),
            entry("nodes", 9),
            entry("notifications", 3),
            entry("offerings", 2),
            entry("payments", 2),
            entry("pipeline", 1),
            entry("policy", 1),
            entry("sessions", 2),
            entry("terminal", 7),
            entry("updates", 1));

    /** Those that grow with use rather than with the number of tenants, people or hosts. */
    private static final List<String> LARGE = List.of(
            "allocations.allocation",
            "allocations.timeline",
            "audit.event",
            "billing.meter",
            "billing.statement_line",
            "billing.usage",
            "billing.usage_record",
            "events.aggregate_sequence",
            "events.bus_message",
            "events.consumer_progress",
            "events.outbox",
            "gateways.stream",
            "inventory.lease",
            "inventory.lease_slot",
            "ledger.booking",
            "ledger.hold",
            "ledger.transfer",
            "nodes.gpu_sample",
            "nodes.node_sample",
            "nodes.task",
            "nodes.task_event",
            "notifications.mail",
            "notifications.notification",
            "pipeline.idempotency",
            "terminal.recording_segment",
            "terminal.terminal");

    private static final Pattern BODY = Pattern.compile("\\$(\\w*)\\$.*?\\$\\1\\$", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern INDEX =
            Pattern.compile("^create (unique )?index (concurrently )?(if not exists )?\\S+ on (only )?([\\w.]+)");
    private static final Pattern ALTER = Pattern.compile("^alter table (if exists )?(only )?([\\w.]+) (.*)$");
    private static final Pattern ROWS =
            Pattern.compile("^(update|delete from|lock table|lock|cluster|vacuum full) (only )?([\\w.]+)");
    private static final Pattern CALL = Pattern.compile("default [^,]*?(\\w+) ?\\(");

    @Test
    void noMigrationAfterTheRuleBreaksIt() throws IOException {
        List<String> broken = new ArrayList<>();
        int read = 0;
        for (Resource file :
                new PathMatchingResourcePatternResolver().getResources("classpath*:db/migration/*/V*.sql")) {
            String path = file.getURL().getPath();
            String domain = path.replaceAll(".*/db/migration/(\\w+)/.*", "$1");
            String name = Objects.requireNonNull(file.getFilename());
            int version = Integer.parseInt(name.substring(1, name.indexOf("__")));
            if (Migrations.DOMAINS.contains(domain) && version > BEFORE_THE_RULE.getOrDefault(domain, 0)) {
                read++;
                faults(file.getContentAsString(StandardCharsets.UTF_8))
                        .forEach(fault -> broken.add(domain + "/" + name + ": " + fault));
            }
        }
        assertThat(read).isPositive();
        assertThat(broken).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE INDEX x ON billing.usage (meter_id);",
                "CREATE UNIQUE INDEX IF NOT EXISTS x ON ledger.transfer (id);",
                "CREATE INDEX CONCURRENTLY x ON ledger.booking (kind);",
                "CREATE INDEX CONCURRENTLY IF NOT EXISTS x ON ledger.booking (kind);\nALTER TABLE ledger.booking ADD COLUMN a text;",
                "ALTER TABLE billing.usage DROP CONSTRAINT usage_pkey;\nALTER TABLE billing.usage ADD PRIMARY KEY (a, b);",
                "ALTER TABLE audit.event ADD CONSTRAINT u UNIQUE (id);",
                "ALTER TABLE audit.event ADD CONSTRAINT c CHECK (id > 0);",
                "alter table nodes.task add constraint f foreign key (a) references nodes.node;",
                "ALTER TABLE events.outbox ADD COLUMN k uuid NOT NULL DEFAULT gen_random_uuid();",
                "ALTER TABLE events.outbox ADD COLUMN k bigint GENERATED ALWAYS AS IDENTITY;",
                "ALTER TABLE ledger.transfer ALTER COLUMN amount_nanos TYPE numeric;",
                "ALTER TABLE ledger.transfer ALTER reverses SET NOT NULL;",
                "UPDATE allocations.allocation SET name = '';",
                "DELETE FROM audit.event;",
                "LOCK TABLE audit.event;"
            })
    void aStatementThatLocksALargeTableIsNoticed(String sql) {
        assertThat(faults(sql)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP INDEX CONCURRENTLY IF EXISTS ledger.x;\nCREATE INDEX CONCURRENTLY x ON ledger.booking (kind);",
                "CREATE INDEX x ON ONLY billing.usage (meter_id);",
                "CREATE INDEX x ON identity.tenant (name);",
                "ALTER TABLE audit.event ADD CONSTRAINT c CHECK (id > 0) NOT VALID;",
                "ALTER TABLE audit.event VALIDATE CONSTRAINT c;",
                "ALTER TABLE audit.event ADD CONSTRAINT u UNIQUE USING INDEX x;",
                "ALTER TABLE events.outbox ADD COLUMN k text NOT NULL DEFAULT 'none';",
                "ALTER TABLE events.outbox ADD COLUMN k timestamptz NOT NULL DEFAULT now();",
                "-- UPDATE audit.event SET a = 1;\nCREATE FUNCTION f() RETURNS void AS $$ UPDATE audit.event SET a = 1; $$;"
            })
    void aStatementThatLocksNoLargeTableIsAllowed(String sql) {
        assertThat(faults(sql)).isEmpty();
    }

    @Test
    void theListNamesTablesThatExist() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Resource file :
                new PathMatchingResourcePatternResolver().getResources("classpath*:db/migration/*/V*.sql")) {
            all.append(file.getContentAsString(StandardCharsets.UTF_8));
        }
        assertThat(LARGE).allMatch(table -> all.toString().contains("CREATE TABLE " + table + " ("));
    }

    private static List<String> faults(String sql) {
        List<String> statements = Stream.of(COMMENT.matcher(BODY.matcher(sql).replaceAll("''"))
                        .replaceAll(" ")
                        .split(";", -1))
                .map(statement -> statement.replaceAll("\\s+", " ").strip().toLowerCase(Locale.ROOT))
                .filter(statement -> !statement.isEmpty())
                .toList();
        List<String> faults = new ArrayList<>(mixed(statements));
        statements.forEach(statement -> {
            Stream.of(index(statement), alter(statement), rows(statement))
                    .flatMap(List::stream)
                    .forEach(faults::add);
        });
        return faults;
    }

    /** Without a transaction nothing is rolled back: such a file does nothing else, and can be run again. */
    private static List<String> mixed(List<String> statements) {
        List<String> concurrent = statements.stream()
                .filter(one -> one.contains(" concurrently "))
                .toList();
        if (concurrent.isEmpty()) {
            return List.of();
        }
        List<String> faults = new ArrayList<>();
        if (concurrent.size() < statements.size()) {
            faults.add("CONCURRENTLY beside other statements: it needs a file of its own");
        }
        for (String statement : concurrent) {
            Matcher index = INDEX.matcher(statement);
            String name =
                    statement.replaceAll("^create (unique )?index concurrently (if not exists )?(\\S+) on .*", "$3");
            if (index.find()
                    && concurrent.stream()
                            .noneMatch(one -> one.matches("drop index concurrently if exists (\\w+\\.)?" + name))) {
                faults.add(
                        "an index that failed stays behind as invalid: drop " + name + " CONCURRENTLY IF EXISTS first");
            }
        }
        return faults;
    }

    private static List<String> index(String statement) {
        Matcher index = INDEX.matcher(statement);
        return index.find() && isLarge(index.group(5)) && index.group(2) == null && index.group(4) == null
                ? List.of("an index on " + index.group(5)
                        + " is built CONCURRENTLY, or ON ONLY and partition by partition")
                : List.of();
    }

    private static List<String> alter(String statement) {
        Matcher alter = ALTER.matcher(statement);
        if (!alter.find() || !isLarge(alter.group(3))) {
            return List.of();
        }
        String what = alter.group(4);
        List<String> faults = new ArrayList<>();
        if (what.matches(".*\\badd (constraint \\S+ )?(primary key|unique|exclude)\\b.*")
                && !what.contains("using index")) {
            faults.add("a key is added USING INDEX that was built CONCURRENTLY");
        }
        if (what.matches(".*\\badd (constraint \\S+ )?(check|foreign key)\\b.*") && !what.contains("not valid")) {
            faults.add("a constraint is added NOT VALID and validated by another migration");
        }
        if (what.matches(".*\\balter (column )?\\S+ (set data )?type\\b.*") || what.matches(".*\\bset not null\\b.*")) {
            faults.add("a column of a large table keeps its type and may be null; add another column");
        }
        Matcher call = CALL.matcher(what);
        if (what.contains(" generated ") || (call.find() && !call.group(1).equals("now"))) {
            faults.add("a default that is another for each row rewrites the table");
        }
        return faults;
    }

    private static List<String> rows(String statement) {
        Matcher rows = ROWS.matcher(statement);
        return rows.find() && isLarge(rows.group(3))
                ? List.of(rows.group(1) + " of " + rows.group(3) + " belongs into the program, in batches")
                : List.of();
    }

    /** Also a partition of it. */
    private static boolean isLarge(String table) {
        return LARGE.stream().anyMatch(large -> table.equals(large) || table.matches(Pattern.quote(large) + "_\\d+"));
    }
}
