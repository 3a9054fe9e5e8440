/** One server-sent event. A keep-alive comment is a `tick`. */
export type StreamEvent = { id: string; kind: string; data: string };

/** Splits a text/event-stream into events, independent of chunk boundaries. */
export class EventStreamReader {
  private rest = "";
  private id = "";

  /** The events completed by this chunk. */
  read(piece: string): StreamEvent[] {
    this.rest += piece;
    const events: StreamEvent[] = [];
    for (let end = this.rest.indexOf("\n\n"); end >= 0; end = this.rest.indexOf("\n\n")) {
      const event = this.parse(this.rest.slice(0, end));
      this.rest = this.rest.slice(end + 2);
      if (event) {
        events.push(event);
      }
    }
    return events;
  }

  private parse(block: string): StreamEvent | undefined {
    const data: string[] = [];
    let kind = "message";
    for (const line of block.split("\n")) {
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "id") this.id = value;
      if (field === "event") kind = value;
      if (field === "data") data.push(value);
    }
    if (data.length > 0) {
      return { id: this.id, kind, data: data.join("\n") };
    }
    return block.startsWith(":") ? { id: this.id, kind: "tick", data: "" } : undefined;
  }
}
