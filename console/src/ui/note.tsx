import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Me } from "../api";
import { asProblem } from "../api/problem";
import { type Place, placesKey, traceAddress, useProjectId } from "../app/me";
import { AnchorLink } from "./links";

/** A problem in the server's words, with the correlation id used in logs, events and the audit trail. */
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
            <Text size="sm">Correlation ID</Text>
            <CorrelationId id={problem.correlationId} />
            <Copy value={problem.correlationId} label="Copy correlation ID" />
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

/** Links to the trace of a request if the caller may see it. `children` is the link text. */
export function CorrelationId({ id, children = id }: { id: string; children?: string }) {
  const shown = <Code title={id}>{children}</Code>;
  // Read from the cache only, because fetching may be what failed.
  const known = useQueryClient();
  const projectId = useProjectId();
  const me = known.getQueryData<Me>(["me"]);
  const place = known.getQueryData<Place[]>(placesKey(me?.principal_id))?.find((one) => one.project.id === projectId);
  const address = me && traceAddress(id, me, place?.project);
  return address ? (
    <AnchorLink to={address} aria-label={`Trace of ${children}`}>
      {shown}
    </AnchorLink>
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

/** Tells that a list was cut off at the console's limit. */
export function NewestShown({ count, max, children }: { count: number; max: number; children?: ReactNode }) {
  return count < max ? null : (
    <Text size="sm" c="dimmed">
      Showing the newest {max.toLocaleString("en-US")}. {children}
    </Text>
  );
}

/** Empty state: what belongs here and the next step. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
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
