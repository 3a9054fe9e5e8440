package io.gpuaas.controlplane.anchors;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One small object for each anchor. Everything is in its name too, so that listing reads them all. */
final class ObjectAnchors implements AnchorStore {

    private static final Pattern NAME = Pattern.compile("(\\d{19})-([0-9a-f]+)-(\\d+)-([0-9a-f]+)\\.json");

    private final ObjectStore objects;
    private final String prefix;
    private final @Nullable Duration retention;

    ObjectAnchors(ObjectStore objects, String prefix, @Nullable Duration retention) {
        this.objects = objects;
        this.prefix = prefix;
        this.retention = retention;
    }

    @Override
    public void write(Anchor anchor) throws IOException {
        byte[] content = AnchorJson.line(anchor).getBytes(StandardCharsets.UTF_8);
        if (retention == null) {
            objects.put(name(anchor), content);
        } else {
            objects.putLocked(name(anchor), content, anchor.at().plus(retention));
        }
    }

    @Override
    public List<Anchor> listAfter(String chain, @Nullable Anchor last, int limit) throws IOException {
        return objects.listAfter(folder(chain), last == null ? null : name(last), limit).stream()
                .map(name -> read(chain, name))
                .flatMap(Optional::stream)
                .toList();
    }

    private String folder(String chain) {
        return prefix + "/" + chain + "/";
    }

    private ObjectName name(Anchor anchor) {
        return new ObjectName("%s%019d-%s-%d-%s.json"
                .formatted(
                        folder(anchor.chain()),
                        anchor.seal(),
                        anchor.hmac(),
                        anchor.at().getEpochSecond(),
                        anchor.mac()));
    }

    private Optional<Anchor> read(String chain, ObjectName name) {
        Matcher parts = NAME.matcher(name.value().substring(folder(chain).length()));
        return parts.matches()
                ? Optional.of(new Anchor(
                        chain,
                        Long.parseLong(parts.group(1)),
                        parts.group(2),
                        Instant.ofEpochSecond(Long.parseLong(parts.group(3))),
                        parts.group(4)))
                : Optional.empty();
    }
}
