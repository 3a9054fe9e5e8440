import { Table, Text } from "@mantine/core";
import { StateBadge } from "../apps/badges";
import { Ago } from "../ui/ago";
import { bytes, words } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { NewestShown } from "../ui/note";
import { TableCard } from "../ui/table";
import { type Artifact, LISTED_MAX } from "./queries";

/** Artifacts with both of their states. */
export function ArtifactTable({ projectId, artifacts }: { projectId: string; artifacts: Artifact[] }) {
  return (
    <>
      <TableCard
        label="Artifacts"
        head={["Artifact", "Kind", "Size", "Trust", "Promotion", "Published"]}
        minWidth={760}
      >
        {artifacts.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <AnchorLink
                to="/projects/$projectId/artifacts/$artifactId"
                params={{ projectId, artifactId: one.id }}
                size="sm"
                fw={600}
              >
                {one.app} {one.version} {one.name}
              </AnchorLink>
              <Text size="xs" c="dimmed" className="break-words">
                {one.digest.slice(0, 19)}…
              </Text>
            </Table.Td>
            <Table.Td>{words(one.kind)}</Table.Td>
            <Table.Td className="figure nowrap">{bytes(one.size_bytes)}</Table.Td>
            <Table.Td>
              <StateBadge state={one.trust} />
            </Table.Td>
            <Table.Td>
              <StateBadge state={one.promotion} />
            </Table.Td>
            <Table.Td className="nowrap">
              <Ago at={one.published_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </TableCard>
      <NewestShown count={artifacts.length} max={LISTED_MAX} />
    </>
  );
}
