import { Button, Card, Group, TextInput } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Empty } from "../ui/note";
import { Page } from "../ui/page";
import { parseCorrelationId } from "./trace-id";

export default function TraceLookup() {
  return (
    <Page title="Trace" lead="What one request led to">
      <TraceForm />
      <Empty icon={<IconRoute size={36} aria-hidden />} title="Paste a correlation id">
        Every answer carries one in its header X-Correlation-Id, every problem shows it, and every audit row has it.
      </Empty>
    </Page>
  );
}

export function TraceForm({ initial = "" }: { initial?: string }) {
  const [text, setText] = useState(initial);
  const navigate = useNavigate();
  const id = parseCorrelationId(text);
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (id) {
            void navigate({ to: `/trace/${encodeURIComponent(id)}` });
          }
        }}
      >
        <Group align="flex-end">
          <TextInput label="Correlation id" value={text} onChange={(event) => setText(event.currentTarget.value)} style={{ flex: 1, minWidth: 220 }} autoFocus autoComplete="off" spellCheck={false} error={text.trim() !== "" && !id ? "8 to 64 letters, digits, dots, hyphens and underscores, at least one digit" : undefined} />
          <Button type="submit" disabled={!id}>
            Show
          </Button>
        </Group>
      </form>
    </Card>
  );
}
