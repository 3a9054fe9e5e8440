import { Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { linesOf } from "./pasting";

const LINES_SHOWN_MAX = 8;
const CHARACTERS_SHOWN_MAX = 2_000;

/** Confirmation dialogs for pasting lines and opening links. */
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
          <Text size="sm">
            Each line is sent as if you had typed it. A shell runs them immediately, one after another.
          </Text>
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
    <Dialog title="Open this link?" onClose={onClose}>
      <Stack>
        <Text size="sm">
          This link was printed by a program. Whatever its text says, it opens {new URL(address).host}:
        </Text>
        <Code block className="pasted">
          {address}
        </Code>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
            data-autofocus
          >
            Open in a new tab
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Rendered inside the terminal, so that it is visible in full screen. Returns the focus to the terminal. */
function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const target = document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;
  return (
    <Modal opened onClose={onClose} returnFocus={false} portalProps={{ target }} title={<Text fw={600}>{title}</Text>}>
      {children}
    </Modal>
  );
}
