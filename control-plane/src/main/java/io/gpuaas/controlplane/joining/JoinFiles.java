package io.gpuaas.controlplane.joining;

import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.limits.Taken;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;

/**
 * Serves the join script and the packages of the agent to hosts, which have no credential yet. Nothing is made for a
 * request, and a name is looked up in the list of packages, never in the file system.
 */
class JoinFiles extends HttpServlet {

    /** A room of hosts behind one address joins within minutes. */
    static final Limit REQUESTS = Limit.perMinute(600);

    /** Downloads at the same time: of this process, and of one address. */
    static final int DOWNLOADS_MAX = 64;

    static final int DOWNLOADS_OF_ADDRESS_MAX = 16;

    private static final String SUMS = "SHA256SUMS";
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final Duration DOWNLOAD_TIME = Duration.ofMinutes(30);
    private static final Duration BUSY = Duration.ofSeconds(10);

    private final transient JoinScript script;
    private final transient AgentPackages packages;
    private final transient SharedBuckets buckets;
    private final transient Semaphore downloads = new Semaphore(DOWNLOADS_MAX);
    private final transient Map<String, Integer> downloadsByAddress = new ConcurrentHashMap<>();

    JoinFiles(JoinScript script, AgentPackages packages, SharedBuckets buckets) {
        this.script = script;
        this.packages = packages;
        this.buckets = buckets;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String address = AddressGroup.of(request.getRemoteAddr());
        Taken taken = buckets.take("join/" + address, REQUESTS);
        if (!taken.admitted()) {
            throw busy(
                    "Too many requests from this address.", taken.retryAfter().plusSeconds(1));
        }
        // Without a cache in between: the script and its packages change together.
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
        response.setHeader("X-Content-Type-Options", "nosniff");
        String path = request.getPathInfo();
        if (path == null) {
            JoinScript.Made made = script.find().orElseThrow(JoinFiles::nothingToInstall);
            if (isWanted(request, response, made.sha256())) {
                write(response, "text/x-shellscript;charset=UTF-8", made.bytes());
            }
            return;
        }
        String name = path.substring(1);
        if (name.equals(SUMS) && !packages.list().isEmpty()) {
            write(response, "text/plain;charset=UTF-8", sums().getBytes(StandardCharsets.UTF_8));
            return;
        }
        AgentPackages.Entry found = packages.list().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ProblemException.notFound("package"));
        if (isWanted(request, response, found.sha256())) {
            send(found, address, request, response);
        }
    }

    private static ProblemException nothingToInstall() {
        return ProblemException.notFound("join script: this installation offers no package of the agent");
    }

    /** Not when the client has it already. */
    private static boolean isWanted(HttpServletRequest request, HttpServletResponse response, String sha256) {
        String tag = '"' + sha256 + '"';
        response.setHeader(HttpHeaders.ETAG, tag);
        String known = request.getHeader(HttpHeaders.IF_NONE_MATCH);
        if (known != null && List.of(known.replace(" ", "").split(",", -1)).contains(tag)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return false;
        }
        return true;
    }

    private String sums() {
        return packages.list().stream()
                .map(one -> one.sha256() + "  " + one.name() + "\n")
                .collect(Collectors.joining());
    }

    private static void write(HttpServletResponse response, String type, byte[] bytes) throws IOException {
        response.setContentType(type);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private void send(
            AgentPackages.Entry found, String address, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("application/octet-stream");
        response.setContentLengthLong(found.bytes());
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        if (!downloads.tryAcquire()) {
            throw busy("Too many hosts are downloading the agent.", BUSY);
        }
        try {
            begin(address);
            try (InputStream in = Files.newInputStream(found.file())) {
                copy(in, response.getOutputStream(), found.bytes());
            } finally {
                end(address);
            }
        } finally {
            downloads.release();
        }
    }

    private void begin(String address) {
        if (downloadsByAddress.merge(address, 1, Integer::sum) > DOWNLOADS_OF_ADDRESS_MAX) {
            end(address);
            throw busy("Too many downloads by this address.", BUSY);
        }
    }

    private void end(String address) {
        downloadsByAddress.computeIfPresent(address, (key, count) -> count > 1 ? count - 1 : null);
    }

    /** A reader that takes a byte now and then must not keep its place for ever. */
    private static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
        long deadline = System.nanoTime() + DOWNLOAD_TIME.toNanos();
        byte[] chunk = new byte[CHUNK_BYTES];
        long left = bytes;
        while (left > 0) {
            int count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
            if (count < 0) {
                throw new IOException("the package became shorter while it was sent");
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("the download took longer than " + DOWNLOAD_TIME);
            }
            out.write(chunk, 0, count);
            left -= count;
        }
    }

    private static ProblemException busy(String detail, Duration retryAfter) {
        return ProblemException.retryLater(ErrorCode.RATE_LIMITED, detail, retryAfter);
    }
}
