import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Schemas } from "../api";

export type TransferAccess = Schemas["FileTransferAccess"];
/** Reports transferred and total bytes. */
export type OnProgress = (bytes: number, of: number) => void;

const FRAME_BYTES = 32 * 1024;
const READ_BYTES = 1024 * 1024;
/** Bound on bytes buffered in the socket, which applies no backpressure itself. */
const AHEAD_BYTES_MAX = 1024 * 1024;
const LOOK_AGAIN_MS = 20;
/** Silence after which a transfer is given up. */
const PATIENCE_MS = 120_000;

const SENTENCES: Record<string, string> = {
  not_found: "File or folder not found in the home directory.",
  outside_of_home: "The path is outside the home directory.",
  no_file: "That is a folder. Only files can be transferred; create an archive first.",
  no_folder: "That is not a folder.",
  not_supported: "The allocation's system cannot list files. Use the terminal.",
  not_what_was_announced: "The file changed during the upload. Try again.",
  changed_meanwhile: "The file changed during the download. Try again.",
  not_permitted_or_no_room: "Permission denied, or the disk is full.",
  too_large: "The file exceeds the size limit.",
  machine_not_reached: "The allocation's virtual machine is not responding, or its identity could not be verified.",
  stuck: "Timed out after two minutes without data.",
  left: "The connection to the host was lost.",
};

/** Reason of a failed transfer, in a sentence. */
export function sentenceOf(reason: string): string {
  return SENTENCES[reason] ?? `The transfer failed: ${reason.replaceAll("_", " ")}.`;
}

/** Path relative to the home, as the API expects it. */
export function pathInHome(folder: string, name: string): string {
  const inside = folder
    .trim()
    .replace(/^~?\/*/, "")
    .replace(/\/+$/, "");
  return inside ? `${inside}/${name}` : name;
}

export async function digestOf(file: File, signal: AbortSignal, onProgress: OnProgress): Promise<string> {
  const digest = sha256.create();
  for (let at = 0; at < file.size; at += READ_BYTES) {
    signal.throwIfAborted();
    digest.update(new Uint8Array(await file.slice(at, at + READ_BYTES).arrayBuffer()));
    onProgress(Math.min(file.size, at + READ_BYTES), file.size);
  }
  return bytesToHex(digest.digest());
}

/** Uploads a file. Resolves once the host has stored it completely. */
export async function upload(
  access: TransferAccess,
  file: File,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  const carried = new Carried(access, signal, () => undefined);
  try {
    await carried.opened;
    for (let at = 0; at < file.size && !carried.isOver; at += FRAME_BYTES) {
      carried.send(await file.slice(at, at + FRAME_BYTES).arrayBuffer());
      await carried.room();
      onProgress(Math.min(file.size, at + FRAME_BYTES), file.size);
    }
    await carried.ended;
  } finally {
    carried.close();
  }
}

/** Downloads a file and verifies its digest against the host's. */
export async function download(access: TransferAccess, signal: AbortSignal, onProgress: OnProgress): Promise<Blob> {
  const digest = sha256.create();
  // Passed on in chunks; the browser stores large blobs on disk.
  let whole = new Blob();
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let received = 0;
  const carried: Carried = new Carried(access, signal, (piece) => {
    digest.update(piece);
    pieces.push(piece);
    waiting += piece.length;
    received += piece.length;
    if (waiting >= 16 * READ_BYTES) {
      whole = new Blob([whole, ...pieces]);
      pieces = [];
      waiting = 0;
    }
    onProgress(received, carried.size);
  });
  try {
    const sent = await carried.ended;
    if (bytesToHex(digest.digest()) !== sent) {
      throw new Error("The downloaded data is corrupt. Try again.");
    }
    return new Blob([whole, ...pieces], { type: "application/octet-stream" });
  } finally {
    carried.close();
  }
}

type Promised<T> = { promise: Promise<T>; resolve: (value: T) => void; reject: (why: Error) => void };

function promised<T>(): Promised<T> {
  // The executor below runs at once and fills in what is missing.
  const made = {} as Promised<T>;
  made.promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

type Word = { type?: string; bytes?: number; sha256?: string; reason?: string };

/** One file on its way through a gateway (docs/adr/0016-terminals.md). */
class Carried {
  private readonly socket: WebSocket;
  private readonly open = promised<void>();
  private readonly finish = promised<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly opened = this.open.promise;
  /** The digest the host computed. */
  readonly ended = this.finish.promise;
  isOver = false;
  /** File size, once the host has reported it. */
  size = 0;

  constructor(
    access: TransferAccess,
    private readonly signal: AbortSignal,
    private readonly onPiece: (piece: Uint8Array<ArrayBuffer>) => void,
  ) {
    signal.throwIfAborted();
    // A caller may await only one of the two promises.
    this.opened.catch(() => undefined);
    this.ended.catch(() => undefined);
    this.socket = new WebSocket(access.url, ["gpuaas.stream.v1", `token.${access.secret}`]);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.open.resolve();
    this.socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => this.take(data);
    this.socket.onclose = () => this.fail(new Error(sentenceOf("left")));
    signal.addEventListener("abort", this.onAbort);
    this.beAlive();
  }

  // Only abort() without a reason ends transfers, which gives a DOMException.
  private readonly onAbort = () => this.fail(this.signal.reason as Error);

  private take(data: ArrayBuffer | string): void {
    this.beAlive();
    if (typeof data !== "string") {
      this.onPiece(new Uint8Array(data));
      return;
    }
    // The gateway speaks the protocol of this type; unknown words are ignored below.
    const word = JSON.parse(data) as Word;
    if (word.type === "file") {
      this.size = word.bytes ?? 0;
    } else if (word.type === "finished") {
      this.isOver = true;
      this.finish.resolve(word.sha256 ?? "");
    } else if (word.type === "refused" || word.type === "ended") {
      this.fail(new Error(sentenceOf(word.reason ?? "refused")));
    }
  }

  private beAlive(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(new Error(sentenceOf("stuck"))), PATIENCE_MS);
  }

  private fail(why: Error): void {
    this.isOver = true;
    this.open.reject(why);
    this.finish.reject(why);
  }

  send(frame: ArrayBuffer): void {
    this.socket.send(frame);
  }

  /** Waits for buffer space. Sockets have no such event, so it polls. */
  async room(): Promise<void> {
    let before = this.socket.bufferedAmount;
    while (this.socket.bufferedAmount > AHEAD_BYTES_MAX && !this.isOver) {
      await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
      if (this.socket.bufferedAmount < before) {
        before = this.socket.bufferedAmount;
        this.beAlive();
      }
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener("abort", this.onAbort);
    this.isOver = true;
    this.socket.close();
  }
}
