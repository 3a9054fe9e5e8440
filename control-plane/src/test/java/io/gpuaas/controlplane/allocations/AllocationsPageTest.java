package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/how-to/allocations.md shows the states and phases that {@link AllocationStateMachine} and {@link PhasePlan} have. */
class AllocationsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "how-to", "allocations.md");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** The cells of each row of the table under this heading, without its head. */
    private static List<List<String>> table(String heading) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("## " + heading))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static List<String> names(String cell) {
        return NAME.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    @Test
    void thePageShowsWhereEachStateGoesOnTo() throws IOException {
        Map<String, Set<String>> shown = new TreeMap<>();
        for (List<String> row : table("States")) {
            names(row.getFirst()).forEach(state -> shown.put(state, new TreeSet<>(names(row.get(2)))));
        }
        Map<String, Set<String>> known = new TreeMap<>();
        for (AllocationState from : AllocationState.values()) {
            known.put(
                    from.wire(),
                    Arrays.stream(AllocationState.values())
                            .filter(to -> AllocationStateMachine.allowed(from, to))
                            .map(AllocationState::wire)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        assertThat(shown).isEqualTo(known);
    }

    /** A row of one shape: what is done, how often, and what follows when it fails for good. */
    private record Row(String shape, String phase, String task, String mayTake, String attempts, String failure) {}

    @Test
    void thePageShowsEveryPhaseAndWhatFollowsWhenItFails() throws IOException {
        Set<Row> shown = new LinkedHashSet<>();
        for (List<String> row : table("Phases, and what happens when one fails")) {
            String phase = names(row.get(1)).getFirst();
            String task = names(row.get(2)).getFirst();
            String failure =
                    row.get(6).startsWith("undo") ? "undo" : names(row.get(6)).getFirst();
            boolean rebuilt = row.getFirst().contains("with");
            for (String shape : rebuilt ? List.of(row.getFirst().replace("`", "")) : names(row.getFirst())) {
                shown.add(new Row(shape, phase, task, row.get(3), row.get(4), failure));
            }
        }
        Set<Row> known = new LinkedHashSet<>();
        for (Shape shape : Shape.values()) {
            List<PhasePlan> back = PhasePlan.releasing(shape, Isolation.USER_REVOKE);
            PhasePlan.provisioning(shape).forEach(plan -> known.add(row(shape.wire(), plan, "undo")));
            back.forEach(plan -> known.add(row(shape.wire(), plan, "release_failed")));
            PhasePlan.releasing(shape, Isolation.FULL_REIMAGE).stream()
                    .filter(plan -> !back.contains(plan))
                    .forEach(plan -> known.add(row(shape.wire() + " with full_reimage", plan, "release_failed")));
        }
        assertThat(shown).containsExactlyInAnyOrderElementsOf(known);
    }

    private static Row row(String shape, PhasePlan plan, String failure) {
        return new Row(
                shape,
                plan.phase().wire(),
                plan.task(),
                words(plan.timeout()),
                plan.attemptsMax() + ", " + words(plan.pause()),
                failure);
    }

    private static String words(Duration time) {
        if (time.toSeconds() % 3600 == 0) {
            return time.toHours() + " h";
        }
        return time.toSeconds() % 60 == 0 ? time.toMinutes() + " min" : time.toSeconds() + " s";
    }
}
