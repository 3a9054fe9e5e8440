import type { Schemas } from "../../api";

/** Flow control: the node may send one window beyond what was read. */
const WINDOW_BYTES = 256 * 1024;

type Listener = {
  onText: (text: string) => void;
  onGap: () => void;
  onOpen: () => void;
  onEnd: (reason: string) => void;
};

/** Streams a node's log through a gateway until it ends or is stopped. */
export function readLog(stream: Schemas["LogStream"], listener: Listener): () => void {
  // Sent as a subprotocol, which proxies do not log.
  const socket = new WebSocket(stream.url, ["gpuaas.stream.v1", `token.${stream.secret ?? ""}`]);
  socket.binaryType = "arraybuffer";
  const decoder = new TextDecoder();
  let received = 0;
  let granted = 0;
  let ended = false;
  const grant = () => {
    if (received + WINDOW_BYTES / 2 >= granted) {
      granted = received + WINDOW_BYTES;
      socket.send(JSON.stringify({ type: "credit", offset: granted }));
    }
  };
  const end = (reason: string) => {
    if (!ended) {
      ended = true;
      listener.onEnd(reason);
    }
  };
  socket.onopen = () => {
    listener.onOpen();
    grant();
  };
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data === "string") {
      // The gateway speaks this protocol; other types are ignored.
      const control = JSON.parse(data) as { type: string; reason?: string };
      if (control.type === "gap") {
        listener.onGap();
      } else if (control.type !== "attached") {
        end(control.reason ?? control.type);
      }
      return;
    }
    received += data.byteLength;
    listener.onText(decoder.decode(data, { stream: true }));
    grant();
  };
  socket.onclose = ({ reason }) => end(reason || "connection_lost");
  return () => {
    ended = true;
    socket.close();
  };
}
