import type { Schemas } from "../api";
import { asProblem } from "../api/problem";
import { LOOK_MS, Liveness } from "./liveness";
import { TypedBytes, joined } from "./typed-bytes";

export type Access = Schemas["TerminalAccess"];
export type Size = { columns: number; rows: number };

/** One connection to the terminal. The owner has no name. */
export type Present = { name: string; owner: boolean; writer: boolean };

/** What of a terminal is kept. */
export type Recorded = "nothing" | "output" | "output and input";

export type TerminalStatus =
  | { kind: "connecting" }
  | { kind: "open"; writer: boolean; recorded: Recorded }
  | { kind: "reconnecting" }
  | { kind: "ended"; reason: string; code?: number };

/** Who shows what the terminal prints and what happens to it. */
export type Display = {
  /** Calls back when the bytes are shown: only then are more asked for. */
  show: (bytes: Uint8Array, shown: () => void) => void;
  tell: (notice: string) => void;
  /** How large the window of the writer is, for who watches: what is printed was made for it. */
  onSize: (size: Size) => void;
  /** Who else is here; nobody while only windows of the owner are. */
  onPresent: (present: Present[]) => void;
  onStatus: (status: TerminalStatus) => void;
};

/** Opens a terminal at first, and comes back to it afterwards. */
export type Door = (terminalId: string | undefined) => Promise<Access>;

const WINDOW_BYTES = 256 * 1024;
const TYPED_AT_ONCE_MAX = 16 * 1024;
const QUEUED_BYTES_MAX = 1024 * 1024;
/** For about ten minutes: a laptop that slept, a train in a tunnel. */
export const RECONNECTS_MAX = 70;
const RECONNECT_PAUSE_MS = 500;
const RECONNECT_PAUSE_MAX_MS = 10_000;
/** A network that is silent answers nothing here either. */
const DOOR_MS = 20_000;
/** After these a client does not come back (ADR 0016). */
const FINAL_ENDS = new Set(["revoked", "time_is_up"]);

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
 * A terminal as its client knows it, over as many connections as it takes: each goes on at the byte where the former
 * broke, in both directions (docs/adr/0016-terminals.md).
 */
export class TerminalClient {
  private readonly name = crypto.randomUUID();
  private readonly typed = new TypedBytes();
  private queued: Uint8Array = new Uint8Array();
  private socket: WebSocket | undefined;
  private isOpen = false;
  private hasOpened = false;
  /** With this connection, or with the one before it until this one is open. */
  private isWriter = false;
  private recorded: Recorded = "nothing";
  private isOver = false;
  private arrived = 0;
  private granted = 0;
  /** So many of the next bytes draw the screen as it is and are no output. */
  private drawing = 0;
  /** From a leap over bytes until what is drawn in their place has come whole. */
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
    /** What others call who sits here: nobody is told of themselves. */
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
      this.display.tell("The terminal does not take that much at a time; nothing of it was typed.");
      return;
    }
    this.queued = joined(this.queued, bytes);
    this.pump();
  }

  /** Whoever only watches is told so. */
  mayType(): boolean {
    const isWatching = this.hasOpened && !this.isWriter;
    if (isWatching) {
      this.display.tell(this.mayWrite ? "You watch this terminal. Take over to type." : "You watch this terminal.");
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

  /** With the window as it is now: what was last told of it may be long ago. */
  takeOver(size: Size = this.size): void {
    this.size = size;
    this.say({ type: "take_over", ...size });
  }

  /** Lets go of the terminal, which goes on without us. */
  close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    clearInterval(this.looking);
    this.socket?.close();
  }

  /** Does not wait for the next try. */
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
        this.use(new WebSocket(access.url, ["gpuaas.stream.v1", "token." + access.secret]));
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
      // One that was given up may still have something to say, which came over the next one too.
      if (this.socket === socket) {
        this.liveness.heard();
        typeof event.data === "string" ? this.hear(event.data) : this.print(new Uint8Array(event.data));
      }
    };
    socket.onclose = () => {
      if (this.socket === socket) {
        this.lost("The connection was lost.");
      }
    };
  }

  private look(): void {
    const act = this.liveness.look();
    if (act === "ask") {
      this.say({ type: "ping" });
    } else if (act === "lost") {
      const silent = this.socket;
      this.lost("The network is silent.");
      silent?.close();
    }
  }

  private lost(reason: string): void {
    this.isOpen = false;
    this.socket = undefined;
    clearInterval(this.looking);
    if (this.isUndrawn) {
      // Half a picture goes on nowhere: from the beginning the node draws it again.
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
      // What came over an earlier connection says nothing about this one, which began further on.
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
    const message = JSON.parse(text) as Message;
    switch (message.type) {
      case "opened":
        return this.opened(message);
      case "credit":
        return this.taken(message.offset ?? 0);
      case "writer":
        return this.handed(message.writer === true);
      case "resized":
        return this.fitTo(message);
      case "skipped":
        this.display.tell(`${(message.to ?? 0) - (message.from ?? 0)} bytes were skipped: this window was too slow.`);
        this.arrived = message.to ?? this.arrived;
        this.isUndrawn = true;
        return this.grant(this.arrived);
      case "snapshot":
        this.drawing = message.bytes ?? 0;
        return undefined;
      case "participants":
        return this.meet(message);
      case "exited":
        return this.end(message.reason ?? "exited", message.code);
      case "refused":
        return this.refused(message.reason ?? "refused");
      case "ended":
        return FINAL_ENDS.has(message.reason ?? "") ? this.end(message.reason ?? "ended") : undefined;
      default:
        // A later version of the terminal says more than this client knows.
        return undefined;
    }
  }

  private refused(reason: string): void {
    if (reason === "not_allowed") {
      this.display.tell("You may watch this terminal, not write in it.");
    } else if (reason !== "not_the_writer") {
      this.end(reason);
    }
  }

  private meet({ participants = [], joined: came, left, took_over: took }: Message): void {
    this.display.onPresent(participants.some((one) => !one.owner) ? participants : []);
    const change = came ? `${came} came and sees what you see.` : left ? `${left} left.` : took ? `${took} writes in this terminal now.` : "";
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
      this.display.tell(`${offset - this.arrived} bytes were printed meanwhile and are not kept.`);
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
      this.display.tell("Somebody else wrote in this terminal meanwhile; what you typed without a connection was left out.");
    } else if (!isWriter && this.dropQueued()) {
      this.display.tell("You watch this terminal; what you typed before it was open was left out.");
    }
    this.display.onStatus({ kind: "open", writer: this.isWriter, recorded: this.recorded });
    this.fitTo(message);
    this.grant(offset);
  }

  private taken(offset: number): void {
    const again = this.typed.grant(offset);
    if (again.length > 0) {
      this.socket?.send(again as Uint8Array<ArrayBuffer>);
    }
    this.pump();
  }

  /** Nothing may be typed for a program that runs when the keyboard comes back: it was meant for another. */
  private dropQueued(): boolean {
    const hadSome = this.queued.length > 0;
    this.queued = new Uint8Array();
    return hadSome;
  }

  private handed(writer: boolean): void {
    this.isWriter = writer;
    this.typed.reset();
    const rest = this.dropQueued() ? " What was not typed yet was left out." : "";
    this.display.tell(writer ? "You write in this terminal now." : `Another window took this terminal over; you watch.${rest}`);
    this.display.onStatus({ kind: "open", writer, recorded: this.recorded });
  }
}

/** Without an answer in time it is as if the server was not reached. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("No answer from the server.")), DOOR_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
