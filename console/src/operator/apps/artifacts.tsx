import { Group, Stack, Table, Tabs, Text } from "@mantine/core";
import { IconBox, IconShieldOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePlatformPermissions } from "../../app/me";
import { PersonName } from "../../app/person-name";
import { ArtifactTable } from "../../publishing/artifact-table";
import { artifactsOf } from "../../publishing/queries";
import { Ago } from "../../ui/ago";
import { Empty, NewestShown } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { projectsOf } from "../queries";
import { LiftAppSuspensionButton } from "./lift-app-suspension-button";
import { appSuspensions, LISTED_MAX } from "./queries";
import { SuspendAppsButton } from "./suspend-apps-button";
import { TenantSelect } from "./tenant-select";

export default function OperatedArtifacts() {
  const { tenant } = useSearch({ from: "/operator/artifacts" });
  const navigate = useNavigate({ from: "/operator/artifacts" });
  const [tab, setTab] = useState<string | null>("artifacts");
  const maySuspend = usePlatformPermissions().has("apps.suspend");
  return (
    <Page
      title="Artifacts"
      lead="What tenants have published, and what is suspended"
      actions={maySuspend && <SuspendAppsButton />}
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="artifacts">Artifacts</Tabs.Tab>
          {maySuspend && <Tabs.Tab value="suspensions">Suspensions</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="artifacts">
          <Stack>
            <TenantSelect
              value={tenant}
              onChange={(id) => void navigate({ to: ".", search: { tenant: id }, replace: true })}
            />
            {tenant === undefined ? (
              <Empty icon={<IconBox size={36} aria-hidden />} title="Choose a tenant">
                Open one of its artifacts to promote, quarantine or revoke it.
              </Empty>
            ) : (
              <OfTenant tenantId={tenant} />
            )}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="suspensions">
          <Suspensions />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Artifacts belong to a tenant; any of its projects leads to them. */
function OfTenant({ tenantId }: { tenantId: string }) {
  const projects = useQuery(projectsOf(tenantId));
  return (
    <Loaded query={projects}>
      {(all) =>
        all[0] ? (
          <InProject projectId={all[0].id} />
        ) : (
          <Empty title="No projects yet">A tenant without a project has published nothing.</Empty>
        )
      }
    </Loaded>
  );
}

function InProject({ projectId }: { projectId: string }) {
  const artifacts = useQuery(artifactsOf(projectId));
  return (
    <Loaded query={artifacts}>
      {(all) =>
        all.length === 0 ? (
          <Empty icon={<IconBox size={36} aria-hidden />} title="No artifacts">
            This tenant has published nothing.
          </Empty>
        ) : (
          <ArtifactTable projectId={projectId} artifacts={all} />
        )
      }
    </Loaded>
  );
}

function Suspensions() {
  const suspensions = useQuery(appSuspensions);
  return (
    <Loaded query={suspensions}>
      {(all) =>
        all.length === 0 ? (
          <Empty icon={<IconShieldOff size={36} aria-hidden />} title="Nothing is suspended">
            Suspend a publisher, an app or a version when it does harm.
          </Empty>
        ) : (
          <>
            <TableCard label="Suspensions" head={["What", "Reason", "Suspended", "State"]} minWidth={700}>
              {all.map((one) => {
                const name = [one.namespace, ...(one.app_name ? [one.app_name] : [])].join("/");
                const whole = `${name}${one.version ? ` ${one.version}` : ""}`;
                return (
                  <Table.Tr key={one.id}>
                    <Table.Td fw={600}>{whole}</Table.Td>
                    <Table.Td className="keep-lines">{one.reason}</Table.Td>
                    <Table.Td>
                      <PersonName id={one.suspended_by} /> <Ago at={one.suspended_at} />
                    </Table.Td>
                    <Table.Td>
                      {one.lifted_at ? (
                        <Text size="sm">
                          lifted <Ago at={one.lifted_at} />: {one.lift_reason}
                        </Text>
                      ) : (
                        <Group justify="flex-end">
                          <LiftAppSuspensionButton suspension={one} name={whole} />
                        </Group>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </TableCard>
            <NewestShown count={all.length} max={LISTED_MAX} />
          </>
        )
      }
    </Loaded>
  );
}
