import { useState } from "react";
import { asProblem } from "./problem";

export type ActHeader = { "Idempotency-Key": string };

/** Idempotency header of a request. Create it once per act. */
export function once(): ActHeader {
  return { "Idempotency-Key": crypto.randomUUID() };
}

/** Whether the server itself refused. Without a response, or with one from a proxy, it may have acted anyway. */
function isRefusal(error: unknown): boolean {
  const { status, code } = asProblem(error);
  return status !== 0 && status < 500 && code !== "idempotency_in_flight";
}

/**
 * An act that must not happen twice. A retry after a lost response uses the same idempotency key; a different request,
 * or a retry after the server has decided, gets a new one.
 */
export class Act {
  private wish: string | undefined;
  private header = once();

  async send<T>(wish: unknown, request: (header: ActHeader) => Promise<T>): Promise<T> {
    const wanted = JSON.stringify(wish);
    if (this.wish !== undefined && this.wish !== wanted) {
      this.renew();
    }
    this.wish = wanted;
    try {
      const answer = await request(this.header);
      this.renew();
      return answer;
    } catch (error) {
      if (isRefusal(error)) {
        this.renew();
      }
      throw error;
    }
  }

  private renew(): void {
    this.wish = undefined;
    this.header = once();
  }
}

/** One act of the form or dialog at hand. */
export function useAct(): Act {
  return useState(() => new Act())[0];
}
