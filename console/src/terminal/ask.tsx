import { Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { linesOf } from "./pasting";

const LINES_SHOWN_MAX = 8;
const CHARACTERS_SHOWN_MAX = 2_000;

/** What is asked before something happens that cannot be taken back. */
export type Question = { kind: "paste"; text: string } | { kind: "link"; address: string };

type Props = { question: Question; onPaste: (text: string) => void; onClose: () => void };

export function Ask({ question, onPaste, onClose }: Props) {
  return question.kind === "paste" ? (
    <AskToPaste text={question.text} onClose={onClose} onPaste={() => onPaste(question.text)} />
  ) : (
    <AskToOpen address={question.address} onClose={onClose} />
  );
}

function AskToPaste({ text, onPaste, onClose }: { text: string; onPaste: () => void; onClose: () => void }) {
  const lines = linesOf(text);
  const shown = lines.slice(0, LINES_SHOWN_MAX).join("\n").slice(0, CHARACTERS_SHOWN_MAX);
  const rest = lines.length - LINES_SHOWN_MAX;
  return (
    <Dialog title={`Paste ${lines.length} lines?`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onPaste();
        }}
      >
        <Stack>
          <Text size="sm">What runs in this terminal takes each line as if you had typed it: a shell runs them at once, one after the other.</Text>
          <Code block className="pasted">
            {shown}
          </Code>
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              and {rest} more
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" data-autofocus>
              Paste
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function AskToOpen({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog title="Open this address?" onClose={onClose}>
      <Stack>
        <Text size="sm">A program made this link; whatever its text says, it leads to {new URL(address).host}:</Text>
        <Code block className="pasted">
          {address}
        </Code>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button component="a" href={address} target="_blank" rel="noopener noreferrer" onClick={onClose} data-autofocus>
            Open in a new tab
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Where only the terminal is on the screen, nothing beside it would be seen. The focus goes back to the terminal. */
function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const target = document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;
  return (
    <Modal opened onClose={onClose} returnFocus={false} portalProps={{ target }} title={<Text fw={600}>{title}</Text>}>
      {children}
    </Modal>
  );
}
