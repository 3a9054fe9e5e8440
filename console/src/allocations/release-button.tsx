import type { Allocation } from "../api";
import { ConfirmButton } from "../ui/confirm";
import { plural } from "../ui/format";
import { tell } from "../ui/tell";
import { LIVE_STATES } from "./queries";
import { useReleaseAllocation } from "./release-dialog";

/** Releases those of the chosen allocations that can be released. */
export function ReleaseAllocationsButton({
  projectId,
  chosen,
  onDone,
}: {
  projectId: string;
  chosen: Allocation[];
  onDone: () => void;
}) {
  const release = useReleaseAllocation(projectId);
  const releasable = chosen.filter(
    (one) => LIVE_STATES.includes(one.state) && one.state !== "releasing" && !one.protected,
  );
  const others = chosen.length - releasable.length;
  const releaseAll = async () => {
    const outcomes = await Promise.allSettled(releasable.map((one) => release.mutateAsync(one.id)));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) {
      throw failed.reason;
    }
    tell(`Releasing ${plural(releasable.length, "allocation")}.`);
    onDone();
  };
  return (
    <ConfirmButton
      label={`Release ${chosen.length}`}
      title={`Release ${plural(releasable.length, "allocation")}?`}
      onConfirm={releaseAll}
      disabled={releasable.length === 0}
    >
      All data on them is deleted, open terminals close, and billing stops. This cannot be undone.
      {others > 0 &&
        ` ${plural(others, "selected allocation")} cannot be released: already ended, releasing or protected.`}
    </ConfirmButton>
  );
}
