import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Simulated } from "./simulated";

function shown(by: { simulated?: boolean }): string {
  return renderToStaticMarkup(createElement(MantineProvider, null, createElement(Simulated, { by })));
}

test("an allocation on a simulated host is marked", () => {
  expect(shown({ simulated: true })).toContain("SIMULATED");
});

test("an allocation on a real host, or on none yet, is not marked", () => {
  expect(shown({ simulated: false })).not.toContain("SIMULATED");
  expect(shown({})).not.toContain("SIMULATED");
});
