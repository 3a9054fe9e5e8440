const WINDOW_BYTES = 64 * 1024;
const NOTHING = new Uint8Array();

/** Unconfirmed input, resent over the next connection if this one breaks. */
export class TypedBytes {
  private waiting: Uint8Array = NOTHING;
  private confirmed = 0;
  private granted = 0;
  /** True from a new connection until its first grant, which resends unconfirmed input. */
  private isResending = false;

  /** Bytes that may be sent now. */
  room(): number {
    return this.isResending ? 0 : Math.max(0, this.granted - this.confirmed - this.waiting.length);
  }

  add(bytes: Uint8Array): void {
    this.waiting = joined(this.waiting, bytes);
  }

  /** Whether others typed meanwhile: the terminal's offset exceeds everything typed here. */
  isOvertaken(offset: number): boolean {
    return offset > this.confirmed + this.waiting.length;
  }

  /** A new connection: the terminal has received everything up to this offset. */
  confirm(offset: number): void {
    this.forgetUpTo(offset);
    this.confirmed = offset;
    this.granted = offset;
    this.isResending = true;
  }

  /** Accepts input up to this offset; returns what must be resent. */
  grant(offset: number): Uint8Array {
    this.granted = Math.max(this.granted, offset);
    this.forgetUpTo(offset - WINDOW_BYTES);
    const again = this.isResending ? this.waiting : NOTHING;
    this.isResending = false;
    return again;
  }

  /** The keyboard changed hands: input counts from 0 again. */
  reset(): void {
    this.waiting = NOTHING;
    this.confirmed = 0;
    this.granted = 0;
    this.isResending = false;
  }

  private forgetUpTo(offset: number): void {
    const count = Math.min(Math.max(offset - this.confirmed, 0), this.waiting.length);
    this.waiting = this.waiting.slice(count);
    this.confirmed += count;
  }
}

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
