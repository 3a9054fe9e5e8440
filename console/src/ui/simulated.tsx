import { Badge } from "@mantine/core";

const TITLE = "A simulated host: its GPUs and their figures are invented";

/** Marks what comes from a simulated host, so that nobody takes its figures for measurements. */
export function Simulated({ by }: { by: { simulated?: boolean } }) {
  return by.simulated ? (
    <Badge color="grape" variant="light" className="state state-grape" title={TITLE} miw="max-content">
      SIMULATED
    </Badge>
  ) : null;
}
