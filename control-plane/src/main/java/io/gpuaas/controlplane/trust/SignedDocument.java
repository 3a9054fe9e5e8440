package io.gpuaas.controlplane.trust;

import io.gpuaas.controlplane.trust.Verification.Reason;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import java.util.Base64;
import java.util.Optional;

/** Reads signed JSON strictly: repeated names, deep nesting and other types are refused. */
record SignedDocument(Json.Obj object) {

    private static final Bounds BOUNDS = new Bounds(1024 * 1024, 20, 1_000, 1_000, 1024 * 1024);

    static SignedDocument read(byte[] bytes) throws RejectedException {
        try {
            if (Documents.readJson(bytes, BOUNDS) instanceof Json.Obj object) {
                return new SignedDocument(object);
            }
        } catch (DocumentException e) {
            throw new RejectedException(Reason.UNREADABLE, e);
        }
        throw new RejectedException(Reason.UNREADABLE);
    }

    boolean has(String name) {
        return object.members().containsKey(name);
    }

    SignedDocument at(String name) throws RejectedException {
        if (object.members().get(name) instanceof Json.Obj child) {
            return new SignedDocument(child);
        }
        throw new RejectedException(Reason.UNREADABLE);
    }

    Json.Arr list(String name) throws RejectedException {
        if (object.members().get(name) instanceof Json.Arr list) {
            return list;
        }
        throw new RejectedException(Reason.UNREADABLE);
    }

    String text(String name) throws RejectedException {
        return findText(name).orElseThrow(() -> new RejectedException(Reason.UNREADABLE));
    }

    Optional<String> findText(String name) {
        return object.members().get(name) instanceof Json.Text text ? Optional.of(text.value()) : Optional.empty();
    }

    byte[] bytes(String name) throws RejectedException {
        return base64(text(name));
    }

    /** Decodes Base64; other spellings of the same bytes are refused. */
    static byte[] base64(String text) throws RejectedException {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            RejectedException.unless(Base64.getEncoder().encodeToString(bytes).equals(text), Reason.UNREADABLE);
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new RejectedException(Reason.UNREADABLE, e);
        }
    }
}
