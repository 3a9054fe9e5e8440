import { Button, Card, Group, TextInput } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Empty } from "../../ui/note";
import { Page } from "../../ui/page";
import { parseCorrelationId } from "./trace-id";

export default function TraceLookup() {
  return (
    <Page title="Trace" lead="Everything one request caused">
      <TraceForm />
      <Empty icon={<IconRoute size={36} aria-hidden />} title="Enter a correlation ID">
        Find it in the X-Correlation-Id response header, in error messages and in audit events.
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
            void navigate({ to: "/trace/$correlationId", params: { correlationId: id } });
          }
        }}
      >
        <Group align="flex-end">
          <TextInput
            label="Correlation ID"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            style={{ flex: 1, minWidth: 220 }}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            error={
              text.trim() !== "" && !id
                ? "8 to 64 letters, digits, dots, hyphens and underscores, with at least one digit"
                : undefined
            }
          />
          <Button type="submit" disabled={!id}>
            Show
          </Button>
        </Group>
      </form>
    </Card>
  );
}
