package io.gpuaas.agent.terminal;

import io.gpuaas.agent.GatewaySocket;
import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.task.FileTasks.TransferFile;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands at the other end: sends what it has one frame at a time as it is asked, keeps what it gets. */
class FilePeer implements GatewaySocket {

    private final FileTransfer transfer;
    private final byte[] sends;
    final ByteArrayOutputStream got = new ByteArrayOutputStream();
    final List<String> texts = new CopyOnWriteArrayList<>();
    private int sent;

    FilePeer(TransferFile task, byte[] sends) {
        this(new FileTransfer(task, FileTransfer.STALL_MAX), sends);
    }

    FilePeer(FileTransfer transfer, byte[] sends) {
        this.transfer = transfer;
        this.sends = sends;
    }

    FileTransfer.Outcome run(Login login) throws InterruptedException {
        return transfer.carry(this, login);
    }

    @Override
    public void request(long n) {
        Thread.ofVirtual().start(this::sendOne);
    }

    private void sendOne() {
        if (sent < sends.length) {
            int end = Math.min(sends.length, sent + 60_000);
            byte[] piece = Arrays.copyOfRange(sends, sent, end);
            sent = end;
            transfer.onBinary(this, ByteBuffer.wrap(piece), true);
        } else if (sends.length > 0) {
            sendNothingMore();
        }
    }

    void sendNothingMore() {
        transfer.onClose(this, 1000, "");
    }

    @Override
    public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
        texts.add(data.toString());
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        byte[] piece = new byte[data.remaining()];
        data.get(piece);
        got.writeBytes(piece);
        return CompletableFuture.completedFuture(this);
    }
}
