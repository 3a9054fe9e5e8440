package io.gpuaas.controlplane.billing.statements;

import io.gpuaas.api.StatementFormat;
import io.gpuaas.controlplane.billing.statements.StatementStore.Head;
import io.gpuaas.controlplane.billing.statements.StatementStore.Line;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A statement as people file it. */
public final class StatementDocument {

    private static final int NANO_DIGITS = 9;

    private StatementDocument() {}

    public static Download of(StatementFormat format, Head head, List<Line> lines) {
        String name = (head.isCreditNote() ? "credit-note-" : "statement-") + head.month() + "-"
                + head.id().toString().substring(0, 8);
        return of(format, name, head, lines);
    }

    /** The lines of one project, and what they come to. Rounded by itself: parts need not come to the rounded whole. */
    public static Download ofProject(StatementFormat format, Head head, List<Line> lines, ProjectId project) {
        List<Line> own =
                lines.stream().filter(line -> project.equals(line.project())).toList();
        if (own.isEmpty()) {
            throw ProblemException.notFound("project in this statement");
        }
        Money total = new Money(
                own.stream().mapToLong(Line::nanos).sum(), head.total().currency());
        String name =
                "statement-" + head.month() + "-project-" + project.toString().substring(0, 8) + "-"
                        + head.id().toString().substring(0, 8);
        return of(format, name, head.part(total, "Project " + project), own);
    }

    private static Download of(StatementFormat format, String name, Head head, List<Line> lines) {
        return switch (format) {
            case PDF -> new Download("application/pdf", name + ".pdf", out -> StatementPdf.write(head, lines, out));
            case CSV -> new Download("text/csv; charset=utf-8", name + ".csv", out -> csv(head, lines, out));
        };
    }

    private static void csv(Head head, List<Line> lines, OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder("project_id,sku,description,gpu_hours,amount,currency\r\n");
        for (Line line : lines) {
            text.append(row(
                    line.project(),
                    line.sku(),
                    line.description(),
                    gpuHours(line),
                    exact(line.nanos()),
                    head.total().currency()));
        }
        text.append(row(
                null,
                null,
                "Exact total",
                "",
                exact(head.total().nanos()),
                head.total().currency()));
        text.append(row(null, null, "Total", "", rounded(head), head.total().currency()));
        text.append(row(null, null, Statements.ROUNDING, "", "", ""));
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    public static String row(@Nullable Object... fields) {
        return Stream.of(fields).map(Csv::field).collect(Collectors.joining(",", "", "\r\n"));
    }

    static String gpuHours(Line line) {
        return line.sku() == null
                ? ""
                : BigDecimal.valueOf(line.gpuSeconds())
                        .divide(BigDecimal.valueOf(3_600), 4, java.math.RoundingMode.HALF_UP)
                        .toPlainString();
    }

    public static String exact(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).toPlainString();
    }

    public static String rounded(Head head) {
        return BigDecimal.valueOf(head.cents(), 2).toPlainString();
    }
}
