import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

/** The glossary in one sentence each; docs/glossary.md has more. */
const GLOSSARY = {
  allocation: "One or more GPUs that a project holds, from creation until release. Billed by the second.",
  sku: "A kind of GPU capacity on sale: a model, a size and what comes with it.",
  slice: "Some GPUs of a host in a virtual machine of their own.",
  "bare metal": "A whole host with all its GPUs.",
  mig: "A fixed part of one GPU, with its own memory and compute. Other tenants may hold the other parts.",
  vram: "Memory of one GPU or MIG instance. A model and its data must fit.",
  interconnect: "How the GPUs of a host exchange data. NVLink is several times faster than PCIe.",
  "typical wait": "Half of the last requests that waited in this queue got their GPUs sooner. Larger ones wait longer.",
  quota: "How many GPUs the project may hold at a time. An operator sets it.",
  held: "Credit set aside for what runs, so that it is not spent twice.",
  "dead letter": "An event that could not be processed after several attempts. Replay it once the cause is fixed.",
  backlog: "Events that are stored but not processed yet.",
} as const;

export type Word = keyof typeof GLOSSARY;

/** A word with its meaning on hover and focus. */
export function Term({ of, children }: { of: Word; children: ReactNode }) {
  return (
    <Tooltip label={GLOSSARY[of]} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning must be reachable by keyboard. */}
      <span className="term" tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}
