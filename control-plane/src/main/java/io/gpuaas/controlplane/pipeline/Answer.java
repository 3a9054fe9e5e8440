package io.gpuaas.controlplane.pipeline;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** A finished answer, ready to be stored and sent. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Answer(int status, byte[] body, boolean replayed) {

    /** Marks an answer that was given before. */
    static final String REPLAYED_HEADER = "Idempotency-Replayed";

    Answer asReplay() {
        return new Answer(status, body, true);
    }

    ResponseEntity<byte[]> entity() {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        if (replayed) {
            headers.set(REPLAYED_HEADER, "true");
        }
        return ResponseEntity.status(status).headers(headers).body(body);
    }
}
