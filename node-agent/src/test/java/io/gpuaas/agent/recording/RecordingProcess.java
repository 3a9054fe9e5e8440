package io.gpuaas.agent.recording;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/** A program that records what it makes up and says after each piece how far it is, until somebody kills it. */
final class RecordingProcess {

    static final int PIECE_BYTES_MAX = 3_000;

    private RecordingProcess() {}

    public static void main(String[] arguments) throws Exception {
        Spool spool = new Spool(Path.of(arguments[0]), Spool.BYTES_MAX);
        Recorder recorder = new Recorder(
                spool,
                RecordingMode.STRICT,
                new Recorder.Subject(UUID.fromString(arguments[1]), Instant.EPOCH, 80, 24),
                () -> new byte[0]);
        Random random = new Random(Long.parseLong(arguments[2]));
        long offset = 0;
        while (true) {
            byte[] piece = piece(random);
            recorder.output(piece, piece.length);
            offset += piece.length;
            System.out.println(offset);
            System.out.flush();
        }
    }

    static byte[] piece(Random random) {
        byte[] piece = new byte[1 + random.nextInt(PIECE_BYTES_MAX)];
        random.nextBytes(piece);
        return piece;
    }
}
