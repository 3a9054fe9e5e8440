package io.gpuaas.controlplane.demo;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lists who used what and when between the beginning of last month and now. The same now gives the same list. */
final class PastPlan {

    /** A use that ends later than this long ago is left out, so that nothing runs when the past is over. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private PastPlan() {}

    enum Team {
        TRAINING,
        RESEARCH,
        PLAYGROUND
    }

    /** One allocation, from its request to its release. */
    record Use(Team team, String name, int gpus, Instant starts, Instant ends) {}

    /** The morning of the first day of last month. */
    static Instant beginning(Instant now) {
        LocalDate first =
                now.atZone(ZoneOffset.UTC).toLocalDate().withDayOfMonth(1).minusMonths(1);
        return at(first, 7, 30);
    }

    /** In the order of their starts. */
    static List<Use> uses(Instant now) {
        List<Use> uses = new ArrayList<>();
        LocalDate first = LocalDate.ofInstant(beginning(now), ZoneOffset.UTC);
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        int number = 0;
        for (LocalDate day = first; !day.isAfter(today); day = day.plusDays(1)) {
            number++;
            boolean isWeekend = day.getDayOfWeek() == DayOfWeek.SATURDAY || day.getDayOfWeek() == DayOfWeek.SUNDAY;
            if (number % 3 == 1) {
                // Runs through the night, so it is charged on two days.
                int gpus = number % 2 == 0 ? 4 : 8;
                uses.add(use(Team.TRAINING, "finetune-" + number, gpus, at(day, 19, number % 40), 9));
            }
            if (!isWeekend && number % 2 == 0) {
                uses.add(use(Team.RESEARCH, "ablation-" + number, 1 + number % 4 / 2, at(day, 9, number % 50), 5));
            }
            if (!isWeekend && number % 4 == 1) {
                uses.add(use(Team.PLAYGROUND, "notebook-" + number, 1, at(day, 14, number % 30), 2));
            }
        }
        // On every day, so that the running month is not empty.
        uses.add(new Use(
                Team.RESEARCH, "eval-today", 2, now.minus(Duration.ofHours(3)), now.minus(Duration.ofMinutes(25))));
        return uses.stream()
                .filter(use -> !use.ends().isAfter(now.minus(MARGIN)))
                .sorted(Comparator.comparing(Use::starts))
                .toList();
    }

    private static Use use(Team team, String name, int gpus, Instant starts, int hours) {
        return new Use(team, name, gpus, starts, starts.plus(Duration.ofHours(hours)));
    }

    private static Instant at(LocalDate day, int hour, int minute) {
        return day.atTime(LocalTime.of(hour, minute)).toInstant(ZoneOffset.UTC);
    }
}
