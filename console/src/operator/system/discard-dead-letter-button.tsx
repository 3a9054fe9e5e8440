import type { DeadLetter } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function DiscardDeadLetterButton({ letter }: { letter: DeadLetter }) {
  return (
    <ReasonButton
      label="Discard"
      ariaLabel={`Discard ${letter.event_type}`}
      title="Discard this event?"
      size="xs"
      danger
      // Events behind an earlier one continue when it does.
      disabled={letter.state === "waiting" || letter.state === "discarded"}
      done="Event discarded and replaced by a tombstone."
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/dead-letters/{dead_letter_id}/discard", {
            params: { path: { dead_letter_id: letter.id }, header },
            body: { reason },
          }),
        )
      }
    >
      A tombstone replaces the event so that the sequence has no gap, and the events behind it continue. Its effects
      never happen. This cannot be undone.
    </ReasonButton>
  );
}
