import { ActionIcon, Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconDownload, IconFile, IconFolder, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Ago } from "../ui/ago";
import { bytes } from "../ui/format";
import { ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { TableCard } from "../ui/table";
import { type Entry, isNameable, type Listing, pathTo, shownName } from "./listing";
import { pathInHome } from "./transfer";

const SHOWN_AT_ONCE = 200;
/** The table stays one on a phone. */
const MIN_WIDTH = 320;

type Props = {
  allocationId: string;
  /** The path of the folder shown; empty for the home. */
  folder: string;
  list: (folder: string, signal: AbortSignal) => Promise<Listing>;
  onOpen: (folder: string) => void;
  onFetch: (path: string) => void;
};

/** The key of an allocation's lists, without the prefix that events of the project refresh: each costs the host work. */
export function foldersKey(allocationId: string): string[] {
  return ["home-folders", allocationId];
}

/** Shows a folder of an allocation's home. Folders open, files are downloaded. */
export function Folder({ allocationId, folder, list, onOpen, onFetch }: Props) {
  const [pages, setPages] = useState({ folder, count: 1 });
  const shown = SHOWN_AT_ONCE * (pages.folder === folder ? pages.count : 1);
  const listing = useQuery({
    queryKey: [...foldersKey(allocationId), folder],
    queryFn: ({ signal }) => list(folder, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const entries = listing.data?.entries ?? [];
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group component="nav" aria-label="Folder" gap={2} miw={0}>
          {pathTo(folder).map(({ name, path }) => (
            <Button
              key={path}
              size="compact-sm"
              variant="transparent"
              className="file-name"
              disabled={path === folder}
              rightSection={path === folder ? undefined : "/"}
              onClick={() => onOpen(path)}
            >
              {shownName(name)}
            </Button>
          ))}
        </Group>
        <ActionIcon
          variant="default"
          aria-label="Refresh the folder"
          loading={listing.isFetching}
          onClick={() => void listing.refetch()}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {listing.isPending ? (
        <Lines count={3} />
      ) : listing.isError ? (
        <ProblemNote error={listing.error} />
      ) : entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          This folder is empty.
        </Text>
      ) : (
        <TableCard label="Files in the home directory" head={["Name", "Size", "Modified"]} minWidth={MIN_WIDTH}>
          {entries.slice(0, shown).map((entry) => (
            <Row
              key={entry.name}
              entry={entry}
              onChoose={() => (entry.type === "folder" ? onOpen : onFetch)(pathInHome(folder, entry.name))}
            />
          ))}
        </TableCard>
      )}
      {entries.length > shown && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setPages({ folder, count: shown / SHOWN_AT_ONCE + 1 })}
          >
            Show more
          </Button>
          <Text size="sm" c="dimmed">
            {shown.toLocaleString("en-US")} of {entries.length.toLocaleString("en-US")} shown
          </Text>
        </Group>
      )}
      {listing.data?.is_truncated && (
        <Text size="sm" c="dimmed">
          The folder has more entries than can be listed. Use the terminal to find others.
        </Text>
      )}
    </Stack>
  );
}

function Row({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const name = shownName(entry.name);
  const isFolder = entry.type === "folder";
  const Icon = isFolder ? IconFolder : IconFile;
  return (
    <Table.Tr>
      <Table.Td>
        {entry.type === "other" || !isNameable(entry.name) ? (
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        ) : (
          <Button
            size="compact-sm"
            variant="transparent"
            className="file-name"
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={isFolder ? undefined : <IconDownload size={14} aria-hidden />}
            aria-label={`${isFolder ? "Open" : "Download"} ${name}`}
            onClick={onChoose}
          >
            {name}
          </Button>
        )}
        {entry.is_link && (
          <Text span size="xs" c="dimmed">
            {" "}
            link
          </Text>
        )}
      </Table.Td>
      <Table.Td className="figure nowrap">{entry.bytes === undefined ? "—" : bytes(entry.bytes)}</Table.Td>
      <Table.Td className="nowrap">
        <Ago at={new Date(entry.modified_seconds * 1000).toISOString()} />
      </Table.Td>
    </Table.Tr>
  );
}
