import type { Schemas } from "../api";
import { asProblem } from "../api/problem";
import { Liveness, LOOK_MS } from "./liveness";
import { joined, TypedBytes } from "./typed-bytes";

export type Access = Schemas["TerminalAccess"];
export type Size = { columns: number; rows: number };

/** One connection to the terminal. The owner's entry carries no name. */
export type Present = { name: string; owner: boolean; writer: boolean };

/** Recorded parts of a terminal session. */
export type Recorded = "nothing" | "output" | "output and input";

export type TerminalStatus =
  | { kind: "connecting" }
  | { kind: "open"; writer: boolean; recorded: Recorded }
  | { kind: "reconnecting" }
  | { kind: "ended"; reason: string; code?: number };

/** Displays the terminal's output and status. */
export type Display = {
  /** Calls back once the bytes are shown; only then is more requested. */
  show: (bytes: Uint8Array, shown: () => void) => void;
  tell: (notice: string) => void;
  /** Window size of the writer, for watchers: output is formatted for it. */
  onSize: (size: Size) => void;
  /** Other participants; empty while only the owner is connected. */
  onPresent: (present: Present[]) => void;
  onStatus: (status: TerminalStatus) => void;
};

/** Opens a terminal first, then reconnects to it. */
export type Door = (terminalId: string | undefined) => Promise<Access>;

const WINDOW_BYTES = 256 * 1024;
const TYPED_AT_ONCE_MAX = 16 * 1024;
const QUEUED_BYTES_MAX = 1024 * 1024;
/** About ten minutes, for sleeping laptops and lost networks. */
export const RECONNECTS_MAX = 70;
const RECONNECT_PAUSE_MS = 500;
const RECONNECT_PAUSE_MAX_MS = 10_000;
/** Requests time out too, because a silent network never answers. */
const DOOR_MS = 20_000;
/**
 * Reasons after which a client does not reconnect (ADR 0016). After "revoked" it does: the credential that ended may be
 * another one of the same person, and the server refuses the next attempt if it is this one.
 */
const FINAL_ENDS = new Set(["time_is_up"]);

type Message = {
  type?: string;
  reason?: string;
  code?: number;
  offset?: number;
  input_offset?: number;
  writer?: boolean;
  recorded?: boolean;
  records_input?: boolean;
  pings?: boolean;
  from?: number;
  to?: number;
  columns?: number;
  rows?: number;
  bytes?: number;
  participants?: Present[];
  joined?: string;
  left?: string;
  took_over?: string;
};

/**
 * A terminal client over any number of connections. Each one resumes at the byte where the previous one broke, in both
 * directions (docs/adr/0016-terminals.md).
 */
export class TerminalClient {
  private readonly name = crypto.randomUUID();
  private readonly typed = new TypedBytes();
  private queued: Uint8Array = new Uint8Array();
  private socket: WebSocket | undefined;
  private isOpen = false;
  private hasOpened = false;
  /** State of this connection, or of the previous one until this one is open. */
  private isWriter = false;
  private recorded: Recorded = "nothing";
  private isOver = false;
  private arrived = 0;
  private granted = 0;
  /** Number of upcoming bytes that are a snapshot of the screen, not output. */
  private drawing = 0;
  /** True from a skip until the replacing snapshot has arrived completely. */
  private isUndrawn = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private liveness = new Liveness();
  private looking: ReturnType<typeof setInterval> | undefined;
  terminalId: string | undefined;

  constructor(
    private readonly door: Door,
    private size: Size,
    private readonly display: Display,
    /** Own name as others see it, to suppress messages about oneself. */
    private readonly self = "",
    private readonly mayWrite = true,
  ) {}

  start(terminalId?: string): void {
    this.terminalId = terminalId;
    this.display.onStatus({ kind: "connecting" });
    void this.connect();
  }

  type(bytes: Uint8Array): void {
    if (!this.mayType()) {
      return;
    }
    if (this.queued.length + bytes.length > QUEUED_BYTES_MAX) {
      this.display.tell("That is too much input at once. Nothing was sent.");
      return;
    }
    this.queued = joined(this.queued, bytes);
    this.pump();
  }

  /** Whether input is allowed; shows a notice to watchers. */
  mayType(): boolean {
    const isWatching = this.hasOpened && !this.isWriter;
    if (isWatching) {
      this.display.tell(
        this.mayWrite ? "You're watching this terminal. Take over to type." : "You're watching this terminal.",
      );
    }
    return !isWatching;
  }

  resize(size: Size): void {
    if (this.hasOpened && !this.isWriter) {
      return;
    }
    if (size.columns !== this.size.columns || size.rows !== this.size.rows) {
      this.size = size;
      this.say({ type: "resize", ...size });
    }
  }

  /** Sends the current window size, because the last reported one may be outdated. */
  takeOver(size: Size = this.size): void {
    this.size = size;
    this.say({ type: "take_over", ...size });
  }

  /** Detaches from the terminal, which keeps running. */
  close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    clearInterval(this.looking);
    this.socket?.close();
  }

  /** Reconnects without waiting for the next attempt. */
  reconnectNow(): void {
    if (this.timer !== undefined) {
      clearTimeout(this.timer);
      this.timer = undefined;
      void this.connect();
    }
  }

  // ---- connections -----------------------------------------------------------------------------------------------

  private async connect(): Promise<void> {
    try {
      const access = await inTime(this.door(this.terminalId));
      this.terminalId = access.terminal.id;
      if (!this.isOver) {
        this.use(new WebSocket(access.url, ["gpuaas.stream.v1", `token.${access.secret}`]));
      }
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 0 || problem.status === 429 || problem.status >= 500) {
        this.lost(problem.message);
      } else {
        this.end(problem.message);
      }
    }
  }

  private use(socket: WebSocket): void {
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.drawing = 0;
    this.liveness = new Liveness();
    this.looking = setInterval(() => this.look(), LOOK_MS);
    socket.onopen = () => {
      this.liveness.connected();
      this.say({ type: "open", client: this.name, offset: this.arrived, ...this.size, write: true, snapshot: true });
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
      // An abandoned connection may still deliver data that the next one delivers again.
      if (this.socket === socket) {
        this.liveness.heard();
        typeof event.data === "string" ? this.hear(event.data) : this.print(new Uint8Array(event.data));
      }
    };
    socket.onclose = () => {
      if (this.socket === socket) {
        this.lost("Connection lost.");
      }
    };
  }

  private look(): void {
    const act = this.liveness.look();
    if (act === "ask") {
      this.say({ type: "ping" });
    } else if (act === "lost") {
      const silent = this.socket;
      this.lost("The network is not responding.");
      silent?.close();
    }
  }

  private lost(reason: string): void {
    this.isOpen = false;
    this.socket = undefined;
    clearInterval(this.looking);
    if (this.isUndrawn) {
      // A partial snapshot cannot be resumed; ask the node to redraw from the start.
      this.arrived = 0;
    }
    if (this.isOver) {
      return;
    }
    if (++this.tries > RECONNECTS_MAX) {
      this.end(reason);
      return;
    }
    this.display.onStatus({ kind: "reconnecting" });
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        void this.connect();
      },
      Math.min(RECONNECT_PAUSE_MS * this.tries, RECONNECT_PAUSE_MAX_MS),
    );
  }

  private end(reason: string, code?: number): void {
    if (!this.isOver) {
      this.close();
      this.isOpen = false;
      this.display.onStatus({ kind: "ended", reason, ...(code === undefined ? {} : { code }) });
    }
  }

  // ---- both directions -------------------------------------------------------------------------------------------

  private say(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private pump(): void {
    while (this.isOpen && this.isWriter && this.queued.length > 0 && this.typed.room() > 0) {
      const some = this.queued.slice(0, Math.min(this.typed.room(), TYPED_AT_ONCE_MAX));
      this.queued = this.queued.slice(some.length);
      this.typed.add(some);
      // Bytes of the keyboard are never in shared memory, which is what send refuses.
      this.socket?.send(some as Uint8Array<ArrayBuffer>);
    }
  }

  private print(bytes: Uint8Array): void {
    if (this.drawing > 0) {
      this.drawing -= bytes.length;
      this.isUndrawn = this.drawing > 0;
      this.display.show(bytes, () => undefined);
      return;
    }
    this.isUndrawn = false;
    this.arrived += bytes.length;
    const end = this.arrived;
    const socket = this.socket;
    this.display.show(bytes, () => {
      // Data of an earlier connection must not grant credit on this one.
      if (this.socket === socket && end + WINDOW_BYTES - this.granted >= WINDOW_BYTES / 4) {
        this.grant(end);
      }
    });
  }

  private grant(received: number): void {
    this.granted = received + WINDOW_BYTES;
    this.say({ type: "credit", received, offset: this.granted });
  }

  private hear(text: string): void {
    // The gateway speaks the protocol of this type; every field is optional.
    const message = JSON.parse(text) as Message;
    switch (message.type) {
      case "opened":
        this.opened(message);
        break;
      case "credit":
        this.taken(message.offset ?? 0);
        break;
      case "writer":
        this.handed(message.writer === true);
        break;
      case "resized":
        this.fitTo(message);
        break;
      case "skipped":
        this.display.tell(
          `${(message.to ?? 0) - (message.from ?? 0)} bytes were skipped because this window was too slow.`,
        );
        this.arrived = message.to ?? this.arrived;
        this.isUndrawn = true;
        this.grant(this.arrived);
        break;
      case "snapshot":
        this.drawing = message.bytes ?? 0;
        break;
      case "participants":
        this.meet(message);
        break;
      case "exited":
        this.end(message.reason ?? "exited", message.code);
        break;
      case "refused":
        this.refused(message.reason ?? "refused");
        break;
      case "ended":
        if (FINAL_ENDS.has(message.reason ?? "")) {
          this.end(message.reason ?? "ended");
        }
        break;
      default:
        // Ignore messages of newer protocol versions.
        break;
    }
  }

  private refused(reason: string): void {
    if (reason === "not_allowed") {
      this.display.tell("You can watch this terminal but not type in it.");
    } else if (reason !== "not_the_writer") {
      this.end(reason);
    }
  }

  private meet({ participants = [], joined: came, left, took_over: took }: Message): void {
    this.display.onPresent(participants.some((one) => !one.owner) ? participants : []);
    const change = came
      ? `${came} is watching.`
      : left
        ? `${left} left.`
        : took
          ? `${took} is now typing in this terminal.`
          : "";
    if (change && ![came, left, took].includes(this.self)) {
      this.display.tell(change);
    }
  }

  private fitTo({ columns, rows }: Message): void {
    if (!this.isWriter && columns && rows) {
      this.display.onSize({ columns, rows });
    }
  }

  private opened(message: Message): void {
    const offset = message.offset ?? 0;
    if (this.arrived > 0 && offset > this.arrived) {
      this.display.tell(`${offset - this.arrived} bytes of output were lost while you were disconnected.`);
    }
    const input = message.input_offset ?? 0;
    const isWriter = message.writer === true;
    const wasOvertaken = this.isWriter && (!isWriter || this.typed.isOvertaken(input));
    this.liveness.opened(message.pings === true);
    this.tries = 0;
    this.isUndrawn = offset !== this.arrived;
    this.arrived = offset;
    this.isOpen = true;
    this.hasOpened = true;
    this.isWriter = isWriter;
    this.recorded = message.records_input ? "output and input" : message.recorded ? "output" : "nothing";
    this.typed.confirm(input);
    if (wasOvertaken) {
      this.dropQueued();
      this.display.tell(
        "Someone else typed in this terminal while you were disconnected. Your unsent input was discarded.",
      );
    } else if (!isWriter && this.dropQueued()) {
      this.display.tell("You're watching this terminal. Input typed before it opened was discarded.");
    }
    this.display.onStatus({ kind: "open", writer: this.isWriter, recorded: this.recorded });
    this.fitTo(message);
    this.grant(offset);
  }

  private taken(offset: number): void {
    const again = this.typed.grant(offset);
    if (again.length > 0) {
      // As above: never in shared memory.
      this.socket?.send(again as Uint8Array<ArrayBuffer>);
    }
    this.pump();
  }

  /** Discards unsent input; it was meant for the program that ran before the keyboard changed hands. */
  private dropQueued(): boolean {
    const hadSome = this.queued.length > 0;
    this.queued = new Uint8Array();
    return hadSome;
  }

  private handed(writer: boolean): void {
    this.isWriter = writer;
    this.typed.reset();
    const rest = this.dropQueued() ? " Your unsent input was discarded." : "";
    this.display.tell(
      writer
        ? "You can type in this terminal now."
        : `Another window took over this terminal. You're now watching.${rest}`,
    );
    this.display.onStatus({ kind: "open", writer, recorded: this.recorded });
  }
}

/** A timeout counts as an unreachable server. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The server did not respond.")), DOOR_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
