import type { DeadLetter } from "../../api";
import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";

export function ReplayDeadLetterButton({ letter }: { letter: DeadLetter }) {
  const changed = useChanged();
  const replay = async () => {
    const path = { dead_letter_id: letter.id };
    await ask(api.POST("/api/v1/dead-letters/{dead_letter_id}/replay", { params: { path, header: once() } }));
    changed("Retrying. The event leaves this list once it succeeds.");
  };
  return (
    <ConfirmButton
      label="Replay"
      buttonLabel={`Replay ${letter.event_type}`}
      title="Retry this event now?"
      size="xs"
      danger={false}
      // Events behind an earlier one continue when it does.
      disabled={letter.state === "waiting"}
      onConfirm={replay}
    >
      Do this once the cause is fixed. If it succeeds, the events behind it follow in order.
    </ConfirmButton>
  );
}
