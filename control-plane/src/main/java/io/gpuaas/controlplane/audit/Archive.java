package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.platform.Columns;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** A month of the trail in the object store, and where the chain goes on after it. */
@SuppressWarnings("ArrayRecordComponent") // compared only through MessageDigest.isEqual
record Archive(
        YearMonth month,
        Content content,
        long firstSeal,
        Checkpoint checkpoint,
        RowIds rowsUnderLaterSeals,
        Instant exportedAt,
        byte[] mac,
        @Nullable Instant droppedAt) {

    /** Up to this seal no seal covers a row of a later month. */
    @SuppressWarnings("ArrayRecordComponent")
    record Checkpoint(long seal, long toTx, byte[] hmac) {

        static final Checkpoint BEGINNING = new Checkpoint(0, 0, Seal.FIRST);

        boolean matches(Checkpoint other) {
            return seal == other.seal && toTx == other.toTx && MessageDigest.isEqual(hmac, other.hmac);
        }
    }

    record Part(ObjectName object, String sha256) {}

    /** The digest is that of all parts one after the other. */
    record Content(List<Part> parts, long bytes, String sha256, long rows) {

        Content {
            parts = List.copyOf(parts);
        }
    }

    /** Not vouched for yet. */
    static Archive of(
            YearMonth month,
            Content content,
            long firstSeal,
            Checkpoint checkpoint,
            RowIds rowsUnderLaterSeals,
            Instant at) {
        return new Archive(month, content, firstSeal, checkpoint, rowsUnderLaterSeals, at, new byte[0], null);
    }

    Archive signed(SecretKey key) {
        return new Archive(
                month, content, firstSeal, checkpoint, rowsUnderLaterSeals, exportedAt, expectedMac(key), droppedAt);
    }

    boolean isGenuine(SecretKey key) {
        return MessageDigest.isEqual(mac, expectedMac(key));
    }

    private byte[] expectedMac(SecretKey key) {
        try {
            Mac hmac = Mac.getInstance("HmacSHA256");
            hmac.init(key);
            return hmac.doFinal(String.join(
                            "\n",
                            "gpuaas audit archive",
                            month.toString(),
                            String.valueOf(content.parts().size()),
                            content.parts().toString(),
                            String.valueOf(content.bytes()),
                            content.sha256(),
                            String.valueOf(content.rows()),
                            String.valueOf(firstSeal),
                            String.valueOf(checkpoint.seal()),
                            Long.toUnsignedString(checkpoint.toTx()),
                            HexFormat.of().formatHex(checkpoint.hmac()),
                            rowsUnderLaterSeals.text())
                    .getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    static Archive read(ResultSet row, int number) throws SQLException {
        List<String> objects = Columns.texts(row, "objects");
        List<String> digests = Columns.texts(row, "digests");
        List<Part> parts = IntStream.range(0, Math.min(objects.size(), digests.size()))
                .mapToObj(i -> new Part(new ObjectName(objects.get(i)), digests.get(i)))
                .toList();
        return new Archive(
                YearMonth.from(row.getObject("month", LocalDate.class)),
                new Content(parts, row.getLong("bytes"), row.getString("sha256"), row.getLong("row_count")),
                row.getLong("first_seal"),
                new Checkpoint(
                        row.getLong("last_seal"),
                        Long.parseUnsignedLong(row.getString("last_seal_tx")),
                        row.getBytes("last_seal_hmac")),
                RowIds.parse(row.getString("rows_under_later_seals")),
                Columns.instant(row, "exported_at"),
                row.getBytes("mac"),
                Columns.optionalInstant(row, "dropped_at"));
    }
}
