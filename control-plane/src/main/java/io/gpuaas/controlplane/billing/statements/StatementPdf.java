package io.gpuaas.controlplane.billing.statements;

import io.gpuaas.controlplane.billing.statements.StatementStore.Head;
import io.gpuaas.controlplane.billing.statements.StatementStore.Line;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/** Plain pages: a head, a table, a total, the rounding rule. Letters outside of Latin 1 become question marks. */
public final class StatementPdf {

    private static final float MARGIN = 56;
    private static final float ROW = 16;
    private static final float SIZE = 9;
    private static final float RIGHT = PDRectangle.A4.getWidth() - MARGIN;
    private static final float HOURS_AT = RIGHT - 130;
    private static final int WORDS_MAX = 62;

    private final PDDocument document;
    private final PDFont plain = new PDType1Font(FontName.HELVETICA);
    private final PDFont bold = new PDType1Font(FontName.HELVETICA_BOLD);
    private PDPageContentStream page;
    private float y;

    private StatementPdf(PDDocument document) throws IOException {
        this.document = document;
        this.page = begin();
    }

    public static void write(Head head, List<Line> lines, OutputStream out) throws IOException {
        try (PDDocument document = new PDDocument()) {
            StatementPdf pdf = new StatementPdf(document);
            pdf.head(head);
            for (Line line : lines) {
                pdf.line(head, line);
            }
            pdf.foot(head);
            pdf.page.close();
            document.getDocumentInformation().setTitle(title(head));
            document.save(out);
        }
    }

    private static String title(Head head) {
        return (head.isCreditNote() ? "Credit note for " : "Statement of ") + head.month();
    }

    private PDPageContentStream begin() throws IOException {
        PDPage next = new PDPage(PDRectangle.A4);
        document.addPage(next);
        y = PDRectangle.A4.getHeight() - MARGIN;
        return new PDPageContentStream(document, next);
    }

    private void head(Head head) throws IOException {
        text(bold, 18, MARGIN, title(head));
        y -= 2 * ROW;
        text(plain, SIZE, MARGIN, "Number " + head.id());
        y -= ROW;
        text(plain, SIZE, MARGIN, "Tenant " + head.tenant() + ", closed at " + head.closedAt());
        if (!head.isCreditNote() && head.reason() != null) {
            y -= ROW;
            text(plain, SIZE, MARGIN, head.reason());
        }
        if (head.refers() != null) {
            y -= ROW;
            text(plain, SIZE, MARGIN, "Refers to statement " + head.refers());
        }
        y -= 2 * ROW;
        text(bold, SIZE, MARGIN, "Description");
        right(bold, HOURS_AT, "GPU hours");
        right(bold, RIGHT, head.total().currency());
        rule();
    }

    private void line(Head head, Line line) throws IOException {
        if (y < MARGIN + 5 * ROW) {
            page.close();
            page = begin();
            text(plain, SIZE, MARGIN, title(head) + ", continued");
            rule();
        }
        String project = line.project() == null ? "" : ", project " + line.project();
        text(plain, SIZE, MARGIN, cut(line.description() + project));
        right(plain, HOURS_AT, StatementDocument.gpuHours(line));
        right(plain, RIGHT, StatementDocument.exact(line.nanos()));
        y -= ROW;
    }

    private void foot(Head head) throws IOException {
        y += ROW;
        rule();
        text(plain, SIZE, MARGIN, "Exact total");
        right(plain, RIGHT, StatementDocument.exact(head.total().nanos()));
        y -= ROW;
        text(bold, 11, MARGIN, "Total");
        right(bold, RIGHT, StatementDocument.rounded(head) + " " + head.total().currency());
        y -= 2 * ROW;
        text(plain, SIZE, MARGIN, Statements.ROUNDING);
    }

    private void rule() throws IOException {
        y -= 5;
        page.setLineWidth(0.5f);
        page.moveTo(MARGIN, y);
        page.lineTo(RIGHT, y);
        page.stroke();
        y -= ROW;
    }

    private void text(PDFont font, float size, float x, String words) throws IOException {
        page.beginText();
        page.setFont(font, size);
        page.newLineAtOffset(x, y);
        page.showText(printable(words));
        page.endText();
    }

    private void right(PDFont font, float x, String words) throws IOException {
        text(font, SIZE, x - font.getStringWidth(printable(words)) / 1000 * SIZE, words);
    }

    private static String cut(String words) {
        return words.length() <= WORDS_MAX ? words : words.substring(0, WORDS_MAX - 1) + "-";
    }

    private static String printable(String words) {
        return words.replaceAll("[^\\x20-\\x7e\\xa1-\\xff]", "?");
    }
}
