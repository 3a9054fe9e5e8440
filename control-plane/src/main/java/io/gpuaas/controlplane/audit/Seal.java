package io.gpuaas.controlplane.audit;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * Vouches for all rows of the transactions from {@code fromTx} up to but not including {@code toTx},
 * and for the seal before it.
 */
@SuppressWarnings("ArrayRecordComponent") // compared only through MessageDigest.isEqual
record Seal(long number, long fromTx, long toTx, List<Long> rowIds, byte[] rowHashes, byte[] seal) {

    static final byte[] FIRST = new byte[AuditRow.HASH_BYTES];

    static Seal over(long number, long fromTx, long toTx, List<AuditRow> rows, byte[] previous, SecretKey key) {
        ByteBuffer hashes = ByteBuffer.allocate(rows.size() * AuditRow.HASH_BYTES);
        rows.forEach(row -> hashes.put(row.hash()));
        List<Long> ids = rows.stream().map(AuditRow::id).toList();
        byte[] seal = compute(number, fromTx, toTx, ids, hashes.array(), previous, key);
        return new Seal(number, fromTx, toTx, ids, hashes.array(), seal);
    }

    /** The value that an unmodified seal must have. */
    byte[] expected(byte[] previous, SecretKey key) {
        return compute(number, fromTx, toTx, rowIds, rowHashes, previous, key);
    }

    byte[] rowHash(int index) {
        return Arrays.copyOfRange(rowHashes, index * AuditRow.HASH_BYTES, (index + 1) * AuditRow.HASH_BYTES);
    }

    private static byte[] compute(
            long number, long fromTx, long toTx, List<Long> ids, byte[] hashes, byte[] previous, SecretKey key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(previous);
            ByteBuffer numbers = ByteBuffer.allocate((4 + ids.size()) * Long.BYTES);
            numbers.putLong(number).putLong(fromTx).putLong(toTx).putLong(ids.size());
            ids.forEach(numbers::putLong);
            mac.update(numbers.array());
            return mac.doFinal(hashes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    static Seal read(ResultSet row, int number) throws SQLException {
        return new Seal(
                row.getLong("number"),
                Long.parseUnsignedLong(row.getString("from_tx")),
                Long.parseUnsignedLong(row.getString("to_tx")),
                List.of((Long[]) row.getArray("row_ids").getArray()),
                row.getBytes("row_hashes"),
                row.getBytes("seal"));
    }
}
