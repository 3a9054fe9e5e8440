import { expect, test } from "vitest";
import { createStage } from "./stage";

/** Everything is written in turns of its own. */
function written(stage: ReturnType<typeof createStage>, text: string): Promise<void> {
  stage.show({ at: 0, kind: "o", text });
  return new Promise((done) => stage.terminal.write("", done));
}

test("a recording gets no answer, whatever it asks", async () => {
  const stage = createStage({}, () => undefined);
  const said: string[] = [];
  stage.terminal.onData((data) => said.push(data));
  stage.terminal.onBinary((data) => said.push(data));
  stage.terminal.onTitleChange((title) => said.push(title));
  stage.terminal.onBell(() => said.push("bell"));
  await written(
    stage,
    "\u001b[c\u001b[>c\u001b[5n\u001b[6n\u001b[?6n\u001b[14t\u001b[18t\u001b[21t\u001b[20t\u001b[?1;2$p\u001bP$qm\u001b\\",
  );
  await written(stage, "\u001b]2;taken-over\u0007\u001b]52;c;?\u0007\u001b]10;?\u0007\u001b]4;1;?\u0007");
  await written(stage, "\u001b]8;;javascript:alert(1)\u001b\\trap\u001b]8;;\u001b\\ seen");
  expect(stage.terminal.buffer.active.getLine(0)?.translateToString(true)).toBe("trap seen");
  expect(said).toEqual([]);
});
