import { Alert, Anchor, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Me } from "../api";
import { asProblem } from "../api/problem";
import { type Place, placesKey, traceAddress, useProjectId } from "../app/me";

/** What went wrong, in the server's sentence, with the id under which its logs, events and audit trail know it. */
export function ProblemNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = asProblem(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problem.message} role="alert">
      <Stack gap="xs">
        {problem.violations.map((violation) => (
          <Text size="sm" key={violation.field + violation.message}>
            <Code>{violation.field.replace(/^\//, "")}</Code> {violation.message}
          </Text>
        ))}
        {problem.correlationId && (
          <Group gap="xs">
            <Text size="sm">Correlation id</Text>
            <CorrelationId id={problem.correlationId} />
            <Copy value={problem.correlationId} label="Copy the correlation id" />
          </Group>
        )}
        {retry && (
          <Group>
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** For who may follow it, a link to everything the request led to. `children` is how it is shown. */
export function CorrelationId({ id, children = id }: { id: string; children?: string }) {
  const shown = <Code title={id}>{children}</Code>;
  // Looked up, not asked for: the problem may be that this cannot be asked for.
  const known = useQueryClient();
  const projectId = useProjectId();
  const me = known.getQueryData<Me>(["me"]);
  const place = known.getQueryData<Place[]>(placesKey(me?.principal_id))?.find((one) => one.project.id === projectId);
  const address = me && traceAddress(id, me, place?.project);
  return address ? (
    <Anchor component={Link} to={address} aria-label={`Trace of ${children}`}>
      {shown}
    </Anchor>
  ) : (
    shown
  );
}

export function Copy({ value, label = "Copy" }: { value: string; label?: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy} aria-label={label}>
          {copied ? "Copied" : "Copy"}
        </Button>
      )}
    </CopyButton>
  );
}

/** Says of a list that has as many as the console asks for that there may be more. */
export function NewestShown({ count, max, children }: { count: number; max: number; children?: ReactNode }) {
  return count < max ? null : (
    <Text size="sm" c="dimmed">
      The newest {max.toLocaleString("en-US")} are shown. {children}
    </Text>
  );
}

/** Nothing here yet: why, and what to do next. */
export function Empty({ icon, title, children, action }: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center">
      {icon && <div className="empty-icon">{icon}</div>}
      <Text fw={600} size="lg">
        {title}
      </Text>
      {children && (
        <Text c="dimmed" maw={460}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
