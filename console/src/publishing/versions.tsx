import { Badge, Group, Select, Stack, Table, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { StateBadge } from "../apps/badges";
import { appLink } from "../apps/names";
import { type App, versionsOf } from "../apps/queries";
import { UpdateAppButton } from "../apps/update-app-button";
import { VersionActions } from "../apps/version-actions";
import { nextStep } from "../apps/version-acts";
import { AnchorLink } from "../ui/links";
import { Empty } from "../ui/note";
import { TableCard } from "../ui/table";
import { CreateAppVersionForm } from "./create-app-version-form";
import type { Artifact } from "./queries";

type Props = {
  projectId: string;
  apps: App[];
  artifacts: Artifact[];
  chosen: string | undefined;
  onChoose: (app: string | undefined) => void;
};

/** Versions of the tenant's apps with what to do next, and the form for a new one. */
export function Versions({ projectId, apps, artifacts, chosen, onChoose }: Props) {
  const app = apps.find((one) => one.app === chosen) ?? apps[0];
  const versions = useQuery({ ...versionsOf(projectId, app?.app ?? ""), enabled: app !== undefined }).data ?? [];
  return (
    <Stack gap="lg">
      {app ? (
        <Stack>
          <Group justify="space-between" align="flex-end">
            <Select
              label="App"
              data={apps.map((one) => one.app)}
              value={app.app}
              allowDeselect={false}
              searchable={apps.length > 10}
              onChange={(value) => onChoose(value ?? undefined)}
            />
            <UpdateAppButton projectId={projectId} app={app} />
          </Group>
          <TableCard label="Versions" head={["Version", "State", "Visible to", "Next step", "Actions"]} minWidth={780}>
            {versions.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  <AnchorLink
                    to="/projects/$projectId/apps/$namespace/$appName"
                    params={appLink(projectId, app.app)}
                    search={{ version: one.version }}
                    size="sm"
                    fw={600}
                  >
                    {one.version}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    <StateBadge state={one.state} />
                    {app.channels
                      .filter(({ version }) => version === one.version)
                      .map(({ channel }) => (
                        <Badge key={channel} variant="default" className="state">
                          {channel}
                        </Badge>
                      ))}
                  </Group>
                </Table.Td>
                <Table.Td>{app.visibility === "public" && one.reviewed ? "every tenant" : "your tenant"}</Table.Td>
                <Table.Td>{nextStep(one.state)}</Table.Td>
                <Table.Td className="row-end">
                  <VersionActions projectId={projectId} app={app} version={one} versions={versions} />
                </Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
        </Stack>
      ) : (
        <Empty title="No apps yet">Your first version makes an app of the name in its manifest.</Empty>
      )}
      <Stack gap="xs">
        <Title order={2} size="h4">
          New version
        </Title>
        <CreateAppVersionForm projectId={projectId} artifacts={artifacts} />
      </Stack>
    </Stack>
  );
}
