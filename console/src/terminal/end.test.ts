import { expect, test } from "vitest";
import { endOf } from "./end";

test("end reasons become short phrases, including unknown ones", () => {
  expect(endOf("exited", 0)).toBe("shell exited (0)");
  expect(endOf("exited", 137)).toBe("shell exited (137)");
  expect(endOf("idle")).toBe("idle for too long");
  expect(endOf("released")).toBe("released");
  expect(endOf("host_lost")).toBe("host lost");
  expect(endOf("struck_by_lightning")).toBe("struck by lightning");
});
