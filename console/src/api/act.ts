import { useState } from "react";
import { asProblem } from "./problem";

export type ActHeader = { "Idempotency-Key": string };

/** The header of a request that acts once however often it is sent. Make it once for each act. */
export function once(): ActHeader {
  return { "Idempotency-Key": crypto.randomUUID() };
}

/** Whether the server said no. Without an answer, or with one of somebody in between, it may have acted all the same. */
function isRefusal(error: unknown): boolean {
  const { status, code } = asProblem(error);
  return status !== 0 && status < 500 && code !== "idempotency_in_flight";
}

/**
 * Something people do that must not happen twice. Pressing again after an answer was lost is the same act under the same
 * key; another wish, or a press after the server has decided, is a new one.
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
