import { Alert, Code, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Schemas } from "../api";
import { plural } from "../ui/format";
import { Empty } from "../ui/note";
import { TableCard } from "../ui/table";
import { byArea } from "./changes";

/** Differences between two manifests, permissions and images first. */
export function ChangeList({ changes }: { changes: Schemas["AppVersionChanges"] }) {
  if (changes.compared_with === undefined) {
    return <Empty title="Nothing to compare with">No version was published before {changes.to}.</Empty>;
  }
  if (changes.changes.length === 0) {
    return (
      <Empty title="No changes">
        {changes.to} has the same manifest as {changes.compared_with}.
      </Empty>
    );
  }
  return (
    <Stack>
      {!changes.complete && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={`Only the first ${plural(changes.changes.length, "change")} are shown`}
        />
      )}
      {byArea(changes.changes).map(({ area, title, meaning, changes: own }) => (
        <Stack gap="xs" key={area}>
          <Title order={3} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {meaning}
          </Text>
          <TableCard
            label={title}
            head={["Field", changes.compared_with ?? "Before", changes.to]}
            names={["Field", changes.compared_with ?? "Before", changes.to]}
            minWidth={620}
          >
            {own.map((change) => (
              <Table.Tr key={change.pointer}>
                <Table.Td>
                  <Code className="break-words">{change.pointer}</Code>
                </Table.Td>
                <Table.Td>
                  <Value json={change.before} none="not set" />
                </Table.Td>
                <Table.Td>
                  <Value json={change.after} none="removed" />
                </Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
        </Stack>
      ))}
    </Stack>
  );
}

function Value({ json, none }: { json: string | undefined; none: string }) {
  return json === undefined ? (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  ) : (
    <Code className="break-words change-value">{json}</Code>
  );
}
