package io.gpuaas.controlplane.ledger;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.crypto.Mac;

/** Vouches for all transfers of the transactions from {@code fromTx} up to {@code toTx}, and for the seal before it. */
@SuppressWarnings("ArrayRecordComponent") // compared only through MessageDigest.isEqual
record LedgerSeal(long number, Range range, Content content, byte[] seal) {

    static final byte[] FIRST = new byte[32];

    /** Transaction numbers; the end is not part of it. */
    record Range(long fromTx, long toTx) {}

    /** How many rows there are, and the digest of them all. */
    record Content(long transfers, byte[] digest) {

        boolean matches(Content other) {
            return transfers == other.transfers && MessageDigest.isEqual(digest, other.digest);
        }
    }

    static LedgerSeal over(long number, Range range, Content content, byte[] previous, LedgerSealKey key) {
        Mac mac = key.mac();
        mac.update(previous);
        mac.update(ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(number)
                .putLong(range.fromTx())
                .putLong(range.toTx())
                .putLong(content.transfers())
                .array());
        return new LedgerSeal(number, range, content, mac.doFinal(content.digest()));
    }

    boolean follows(long previousNumber, long previousTo) {
        return number == previousNumber + 1 && range.fromTx() == previousTo;
    }

    boolean isGenuine(byte[] previous, LedgerSealKey key) {
        return MessageDigest.isEqual(
                seal, over(number, range, content, previous, key).seal());
    }

    static LedgerSeal read(ResultSet row, int n) throws SQLException {
        return new LedgerSeal(
                row.getLong("number"),
                new Range(
                        Long.parseUnsignedLong(row.getString("from_tx")),
                        Long.parseUnsignedLong(row.getString("to_tx"))),
                new Content(row.getLong("transfers"), row.getBytes("digest")),
                row.getBytes("seal"));
    }
}
