import { Switch, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { KINDS, kindLabel, type NotificationKind, preferences } from "./queries";

type Preference = Schemas["NotificationPreference"];

export function Preferences() {
  const known = useQuery(preferences);
  return (
    <Loaded query={known} lines={8}>
      {(items) => (
        <TableCard label="Preferences" head={["Topic", "In the console", "By email"]} minWidth={310}>
          {items.map((one) => (
            <Row key={one.kind} preference={one} />
          ))}
        </TableCard>
      )}
    </Loaded>
  );
}

function Row({ preference }: { preference: Preference }) {
  const queries = useQueryClient();
  // A newer server may know more kinds; the label falls back to the name.
  const kind = preference.kind as NotificationKind;
  const set = useMutation({
    mutationFn: (next: Preference) =>
      ask(
        api.PUT("/api/v1/notification-preferences/{kind}", {
          params: { path: { kind } },
          body: { console: next.console, mail: next.mail },
        }),
      ),
    // Optimistic update; the response corrects it.
    onMutate: (next) =>
      queries.setQueryData(preferences.queryKey, (before) =>
        before?.map((one) => (one.kind === next.kind ? next : one)),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: preferences.queryKey }),
  });
  const label = kindLabel(kind);
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600} size="sm">
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {KINDS[kind]?.what}
        </Text>
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`${label} in the console`}
          checked={preference.console}
          onChange={(event) => set.mutate({ ...preference, console: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`${label} by email`}
          checked={preference.mail}
          onChange={(event) => set.mutate({ ...preference, mail: event.currentTarget.checked })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
