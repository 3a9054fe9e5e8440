import { Card, Stepper } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Allocation } from "../api";
import { useNow } from "../ui/ago";
import { duration } from "../ui/format";

type Phase = NonNullable<Allocation["phase"]>;

const COMING: { phase: Phase; label: string }[] = [
  { phase: "placing", label: "Find a host" },
  { phase: "preparing_host", label: "Prepare the host" },
  { phase: "granting_access", label: "Grant access" },
  { phase: "verifying", label: "Health check" },
];
const GOING: { phase: Phase; label: string }[] = [
  { phase: "revoking_access", label: "Revoke access" },
  { phase: "cleaning_host", label: "Clean the host" },
  { phase: "verifying_clean", label: "Verify cleanup" },
];

/** Progress of provisioning or releasing; nothing while the allocation is active. */
export function Phases({ allocation }: { allocation: Allocation }) {
  const now = useNow(1_000);
  const narrow = useMediaQuery("(max-width: 62em)");
  const isComing = ["queued", "requested", "provisioning"].includes(allocation.state);
  const steps = isComing ? COMING : allocation.state === "releasing" ? GOING : undefined;
  if (!steps) {
    return null;
  }
  const at = steps.findIndex((step) => step.phase === allocation.phase);
  const since = allocation.phase_since ?? allocation.state_since;
  return (
    <Card aria-label="Progress" role="group">
      <Stepper active={Math.max(at, 0)} size="sm" orientation={narrow ? "vertical" : "horizontal"} iconSize={32}>
        {steps.map((step, number) => (
          <Stepper.Step
            key={step.phase}
            label={step.label}
            description={number === at ? `for ${duration((now - Date.parse(since)) / 1000)}` : undefined}
            loading={number === at}
          />
        ))}
      </Stepper>
    </Card>
  );
}
