import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "../api/problem";
import { type Access, RECONNECTS_MAX, TerminalClient, type TerminalStatus } from "./client";
import { ANSWER_MS, CONNECT_MS, LOOK_MS, OPENING_MS, SILENCE_MS } from "./liveness";

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  typed = "";
  onopen?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: () => void;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(data: unknown): void {
    if (typeof data === "string") {
      this.sent.push(data);
    } else {
      this.typed += new TextDecoder().decode(data as Uint8Array);
    }
  }

  close(): void {
    this.readyState = 3;
  }

  connect(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  print(text: string): void {
    this.onmessage?.({ data: new TextEncoder().encode(text).buffer });
  }

  openTerminal(offset = 0, more = {}): void {
    this.connect();
    this.say({ type: "opened", offset, input_offset: 0, writer: true, pings: true, ...more });
  }

  get pings(): number {
    return this.sent.filter((text) => text.includes('"ping"')).length;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ACCESS = { terminal: { id: "t" }, url: "ws://x", secret: "s" } as unknown as Access;

function started(
  door: () => Promise<Access> = () => Promise.resolve(ACCESS),
  shows: (done: () => void) => void = (done) => done(),
) {
  const states: TerminalStatus[] = [];
  const told: string[] = [];
  let shown = "";
  const client = new TerminalClient(
    door,
    { columns: 80, rows: 24 },
    {
      show: (bytes, done) => {
        shown += new TextDecoder().decode(bytes);
        shows(done);
      },
      tell: (notice) => told.push(notice),
      onSize: () => undefined,
      onPresent: () => undefined,
      onStatus: (status) => states.push(status),
    },
  );
  client.start();
  return { client, last: () => newestOf(states), shown: () => shown, told };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const newest = () => newestOf(FakeSocket.all);

function newestOf<T>(all: T[]): T {
  const last = all.at(-1);
  if (last === undefined) {
    throw new Error("there is none yet");
  }
  return last;
}

test("a silent network is detected and the next connection resumes at the same byte", async () => {
  const { last, shown } = started();
  await pass(0);
  const first = newest();
  first.openTerminal();
  first.print("hello");
  await pass(SILENCE_MS + LOOK_MS);
  expect(first.pings).toBe(1);
  expect(last().kind).toBe("open");
  await pass(ANSWER_MS + LOOK_MS);
  expect(last().kind).toBe("reconnecting");
  await pass(500);
  const second = newest();
  expect(second).not.toBe(first);
  second.connect();
  expect(second.sent[0]).toContain('"offset":5,');
  second.say({ type: "opened", offset: 5, input_offset: 0, writer: true, pings: true });
  first.print(" late words of the first");
  second.print(" again");
  expect(shown()).toBe("hello again");
  expect(last().kind).toBe("open");
});

test("a quiet terminal that answers pings stays connected and is pinged rarely", async () => {
  const { last } = started();
  await pass(0);
  const socket = newest();
  socket.openTerminal();
  for (let minute = 0; minute < 60; minute++) {
    const before = socket.pings;
    await pass(20_000);
    if (socket.pings > before) {
      socket.say({ type: "pong" });
    }
  }
  expect(last().kind).toBe("open");
  expect(FakeSocket.all).toHaveLength(1);
  expect(socket.pings).toBeLessThanOrEqual((60 * 20_000) / SILENCE_MS);
  expect(socket.pings).toBeGreaterThan(10);
});

test("hosts without ping support get no pings", async () => {
  const { last } = started();
  await pass(0);
  newest().openTerminal(0, { pings: undefined });
  await pass(600_000);
  expect(newest().pings).toBe(0);
  expect(last().kind).toBe("open");
});

test("connections that are never established or opened time out", async () => {
  const { last } = started();
  await pass(0);
  await pass(CONNECT_MS + LOOK_MS);
  expect(last().kind).toBe("reconnecting");
  await pass(500);
  expect(FakeSocket.all).toHaveLength(2);
  newest().connect();
  await pass(OPENING_MS - LOOK_MS);
  expect(FakeSocket.all).toHaveLength(2);
  await pass(2 * LOOK_MS + 1_000);
  expect(FakeSocket.all).toHaveLength(3);
});

test("reconnecting stops after ten minutes with the reason", async () => {
  let asked = 0;
  const { last } = started(() => {
    asked++;
    return Promise.reject(new TypeError("no network"));
  });
  await pass(9.5 * 60_000);
  expect(last().kind).toBe("reconnecting");
  await pass(1.5 * 60_000);
  expect(last()).toMatchObject({ kind: "ended", reason: expect.stringContaining("Can't reach") });
  expect(asked).toBe(RECONNECTS_MAX + 1);
  await pass(60 * 60_000);
  expect(asked).toBe(RECONNECTS_MAX + 1);
});

test("a successful connection resets the retry count", async () => {
  const { last } = started();
  for (let turn = 0; turn < 2 * RECONNECTS_MAX; turn++) {
    await pass(500);
    expect(FakeSocket.all).toHaveLength(turn + 1);
    newest().openTerminal();
    newest().onclose?.();
    expect(last().kind).toBe("reconnecting");
  }
});

test("a revoked credential is final only when the server refuses the next attempt", async () => {
  let refused = false;
  const { last } = started(() =>
    refused ? Promise.reject(new ProblemError({ detail: "You are not signed in." }, 401)) : Promise.resolve(ACCESS),
  );
  await pass(0);
  newest().openTerminal();
  newest().say({ type: "ended", reason: "revoked" });
  newest().onclose?.();
  expect(last().kind).toBe("reconnecting");
  await pass(500);
  expect(FakeSocket.all).toHaveLength(2);
  newest().openTerminal();
  expect(last().kind).toBe("open");
  refused = true;
  newest().say({ type: "ended", reason: "revoked" });
  newest().onclose?.();
  await pass(500);
  expect(last().kind).toBe("ended");
  await pass(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("requests to an unresponsive server time out", async () => {
  let asked = 0;
  started(() => {
    asked++;
    return new Promise<Access>(() => undefined);
  });
  await pass(60_000);
  expect(asked).toBeGreaterThanOrEqual(3);
});

test("reconnecting manually makes one attempt", async () => {
  let asked = 0;
  const { client } = started(() => {
    asked++;
    return Promise.reject(new TypeError("no network"));
  });
  await pass(60_000);
  const before = asked;
  client.reconnectNow();
  client.reconnectNow();
  await pass(0);
  expect(asked).toBe(before + 1);
  client.close();
  client.reconnectNow();
  await pass(60_000);
  expect(asked).toBe(before + 1);
});

/** The connection breaks, and the next one is made. */
async function comeBack(): Promise<FakeSocket> {
  newest().onclose?.();
  await pass(500);
  newest().connect();
  return newest();
}

test("a partial snapshot is redrawn and a complete one is not", async () => {
  const { told } = started();
  await pass(0);
  newest().openTerminal(1_000);
  // Before it was even announced.
  expect((await comeBack()).sent[0]).toContain('"offset":0,');
  newest().say({ type: "opened", offset: 1_000, writer: true });
  newest().say({ type: "snapshot", bytes: 10 });
  newest().print("half ");
  expect((await comeBack()).sent[0]).toContain('"offset":0,');
  newest().say({ type: "opened", offset: 1_000, writer: true });
  newest().say({ type: "snapshot", bytes: 10 });
  newest().print("half ");
  newest().print("whole");
  expect((await comeBack()).sent[0]).toContain('"offset":1000,');
  newest().say({ type: "opened", offset: 1_000, writer: true });
  newest().print("output");
  expect((await comeBack()).sent[0]).toContain('"offset":1006,');
  expect(told).toEqual([]);
});

test("a partial snapshot after a skip is redrawn too", async () => {
  started();
  await pass(0);
  newest().openTerminal();
  newest().print("hello");
  newest().say({ type: "skipped", from: 5, to: 500 });
  newest().say({ type: "snapshot", bytes: 10 });
  newest().print("half ");
  expect((await comeBack()).sent[0]).toContain('"offset":0,');
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const INPUT_WINDOW = 64 * 1024;

test("unsent input is discarded with a notice when someone takes over", async () => {
  const { client, told } = started();
  await pass(0);
  const socket = newest();
  socket.openTerminal();
  socket.say({ type: "credit", offset: INPUT_WINDOW });
  client.type(bytesOf("x".repeat(500_000)));
  expect(socket.typed).toHaveLength(INPUT_WINDOW);
  socket.say({ type: "writer", writer: false });
  expect(told.at(-1)).toBe(
    "Another window took over this terminal. You're now watching. Your unsent input was discarded.",
  );
  socket.say({ type: "writer", writer: true });
  socket.say({ type: "credit", offset: INPUT_WINDOW });
  expect(socket.typed).toHaveLength(INPUT_WINDOW);
  client.type(bytesOf("now"));
  expect(socket.typed.slice(INPUT_WINDOW)).toBe("now");
});

test("no discarded-input notice without unsent input", async () => {
  const { told } = started();
  await pass(0);
  newest().openTerminal();
  newest().say({ type: "writer", writer: false });
  expect(told).toEqual(["Another window took over this terminal. You're now watching."]);
});

test("a disconnected watcher queues no input", async () => {
  const { client, told } = started();
  await pass(0);
  newest().openTerminal(0, { writer: false });
  newest().onclose?.();
  client.type(bytesOf("rm -rf *"));
  expect(told).toEqual(["You're watching this terminal. Take over to type."]);
  await pass(500);
  newest().openTerminal();
  newest().say({ type: "credit", offset: INPUT_WINDOW });
  expect(newest().typed).toBe("");
});

test("input before the first connection is discarded for watchers and sent for writers", async () => {
  const watching = started();
  watching.client.type(bytesOf("early"));
  await pass(0);
  newest().openTerminal(0, { writer: false });
  expect(watching.told).toEqual(["You're watching this terminal. Input typed before it opened was discarded."]);
  newest().say({ type: "writer", writer: true });
  newest().say({ type: "credit", offset: INPUT_WINDOW });
  expect(newest().typed).toBe("");
  const writing = started();
  writing.client.type(bytesOf("early"));
  await pass(0);
  newest().openTerminal();
  newest().say({ type: "credit", offset: INPUT_WINDOW });
  expect(newest().typed).toBe("early");
  expect(writing.told).toEqual([]);
});

test("taking over sends the current window size once", async () => {
  const { client } = started();
  await pass(0);
  const socket = newest();
  socket.openTerminal(0, { writer: false, columns: 60, rows: 20 });
  client.resize({ columns: 60, rows: 20 });
  client.takeOver({ columns: 60, rows: 20 });
  expect(socket.sent.at(-1)).toBe('{"type":"take_over","columns":60,"rows":20}');
  socket.say({ type: "writer", writer: true });
  const before = socket.sent.length;
  client.resize({ columns: 60, rows: 20 });
  expect(socket.sent).toHaveLength(before);
  client.resize({ columns: 61, rows: 20 });
  expect(socket.sent.at(-1)).toBe('{"type":"resize","columns":61,"rows":20}');
});

test("late output of an earlier connection grants no credit on the next one", async () => {
  const late: (() => void)[] = [];
  const { last } = started(undefined, (done) => late.push(done));
  await pass(0);
  newest().openTerminal();
  newest().print("x".repeat(100_000));
  newest().print("x".repeat(100_000));
  const next = await comeBack();
  late[0]?.();
  expect(next.sent).toHaveLength(1);
  next.say({ type: "opened", offset: 200_000, input_offset: 0, writer: true });
  late[1]?.();
  expect(next.sent.filter((text) => text.includes('"credit"'))).toEqual([
    '{"type":"credit","received":200000,"offset":462144}',
  ]);
  next.print("x".repeat(70_000));
  late[2]?.();
  expect(next.sent.at(-1)).toContain('"received":270000');
  expect(last().kind).toBe("open");
});

test("an oversized paste is discarded completely", async () => {
  const { client, told } = started();
  await pass(0);
  newest().openTerminal();
  client.type(new Uint8Array(2_000_000));
  newest().say({ type: "credit", offset: INPUT_WINDOW });
  expect(newest().typed).toBe("");
  expect(told).toEqual(["That is too much input at once. Nothing was sent."]);
});

test("the status shows what is recorded", async () => {
  const { last } = started();
  await pass(0);
  newest().openTerminal(0, { recorded: true });
  expect(last()).toMatchObject({ kind: "open", recorded: "output" });
  newest().onclose?.();
  await pass(500);
  newest().openTerminal(0, { recorded: true, records_input: true });
  expect(last()).toMatchObject({ kind: "open", recorded: "output and input" });
});
