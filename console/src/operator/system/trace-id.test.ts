import { expect, test } from "vitest";
import { parseCorrelationId } from "./trace-id";

const ID = "0198c0de-0000-7000-8000-000000000002";

test("a correlation id is found in what people paste", () => {
  for (const text of [
    ID,
    `  ${ID} `,
    `Correlation id ${ID}`,
    `X-Correlation-Id: ${ID}`,
    `"correlation_id":"${ID}"`.slice(1),
    `correlation_id=${ID}`,
  ]) {
    expect(parseCorrelationId(text)).toBe(ID);
  }
});

test("words one searches pages with are no correlation id", () => {
  for (const text of ["", "allocations", "dead letters", "fleet map", `${"a".repeat(65)}1`, "node/1234567"]) {
    expect(parseCorrelationId(text)).toBeUndefined();
  }
});
