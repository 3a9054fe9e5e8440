import { Alert, Badge, Breadcrumbs, Group, Select, Stack, Table, Tabs, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCurrentProject } from "../app/me";
import { Ago } from "../ui/ago";
import { AnchorLink, ButtonLink } from "../ui/links";
import { Empty, NewestShown } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { StateBadge } from "./badges";
import { ChangeList } from "./change-list";
import { canBeRequested, refusalText } from "./entitlement";
import {
  type App,
  type AppVersionSummary,
  appOf,
  changesOf,
  entitlementOf,
  LISTED_MAX,
  versionOf,
  versionsOf,
} from "./queries";
import { RemoveProjectEntitlementButton } from "./remove-project-entitlement-button";
import { RequestAppButton } from "./request-app-button";
import { SetProjectEntitlementButton } from "./set-project-entitlement-button";
import { UpdateAppButton } from "./update-app-button";
import { VersionActions } from "./version-actions";
import { VersionFacts } from "./version-facts";

const PATH = "/projects/$projectId/apps/$namespace/$appName";

export default function AppPage() {
  const { namespace, appName } = useParams({ from: PATH });
  const name = `${namespace}/${appName}`;
  const { projectId, can } = useCurrentProject();
  const app = useQuery(appOf(projectId, name));
  const entitlement = useQuery(entitlementOf(projectId, app.data));
  const mayEnable = can("apps.entitle");
  const isEnabled = app.data?.access === "enabled";
  return (
    <Page
      title={app.data?.title ?? name}
      lead={
        <Breadcrumbs component="span" separatorMargin={6}>
          <AnchorLink to="/projects/$projectId/apps" params={{ projectId }} size="sm">
            Apps
          </AnchorLink>
          <span>{name}</span>
        </Breadcrumbs>
      }
      actions={
        app.data && (
          <>
            {app.data.own && can("apps.publish") && <UpdateAppButton projectId={projectId} app={app.data} />}
            {app.data.access === "requested" && <StateBadge state="requested" />}
            {mayEnable && entitlement.data && entitlement.data.reason !== "not_granted_to_tenant" && (
              <SetProjectEntitlementButton
                projectId={projectId}
                app={name}
                isEnabled={isEnabled}
                known={isEnabled ? entitlement.data : undefined}
              />
            )}
            {mayEnable && isEnabled && <RemoveProjectEntitlementButton projectId={projectId} app={name} />}
            {!mayEnable &&
              can("apps.request") &&
              app.data.access === "available" &&
              entitlement.data &&
              canBeRequested(entitlement.data) && <RequestAppButton projectId={projectId} app={name} />}
          </>
        )
      }
    >
      <Loaded query={app} lines={8}>
        {(one) => <AppContent app={one} projectId={projectId} />}
      </Loaded>
    </Page>
  );
}

function AppContent({ app, projectId }: { app: App; projectId: string }) {
  const { tab = "overview", version, from } = useSearch({ from: PATH });
  const navigate = useNavigate({ from: PATH });
  const versions = useQuery(versionsOf(projectId, app.app));
  const choose = (search: { tab?: string | undefined; version?: string | undefined; from?: string | undefined }) =>
    void navigate({ to: ".", search: { tab, version, from, ...search }, replace: true });
  return (
    <Stack>
      <Text maw={760}>{app.summary}</Text>
      <Standing app={app} projectId={projectId} />
      <Loaded query={versions}>
        {(all) => {
          const stable = app.channels.find((one) => one.channel === "stable")?.version;
          const shown = version ?? stable ?? app.latest_version ?? all[0]?.version;
          if (shown === undefined) {
            return <Empty title="No versions yet">The publisher has not made a version of this app.</Empty>;
          }
          return (
            <Tabs value={tab} onChange={(value) => choose({ tab: value ?? undefined })} keepMounted={false}>
              <Tabs.List mb="md">
                <Tabs.Tab value="overview">Overview</Tabs.Tab>
                <Tabs.Tab value="versions">Versions</Tabs.Tab>
                <Tabs.Tab value="changes">Changes</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="overview">
                <Stack>
                  <VersionSelect
                    label="Version"
                    versions={all}
                    value={shown}
                    onChange={(value) => choose({ version: value })}
                  />
                  <Overview app={app} projectId={projectId} version={shown} />
                </Stack>
              </Tabs.Panel>
              <Tabs.Panel value="versions">
                <VersionTable app={app} projectId={projectId} versions={all} />
              </Tabs.Panel>
              <Tabs.Panel value="changes">
                <Stack>
                  <Group align="flex-end" className="filters">
                    <VersionSelect
                      label="Compare"
                      versions={all}
                      value={shown}
                      onChange={(value) => choose({ version: value })}
                    />
                    <VersionSelect
                      label="with"
                      versions={all.filter((one) => one.version !== shown)}
                      value={from ?? null}
                      placeholder="The version published before"
                      onChange={(value) => choose({ from: value })}
                    />
                  </Group>
                  <Changes app={app.app} projectId={projectId} version={shown} from={from} />
                </Stack>
              </Tabs.Panel>
            </Tabs>
          );
        }}
      </Loaded>
    </Stack>
  );
}

/** Whether the project may use the app and, if not, why and who can change it. */
function Standing({ app, projectId }: { app: App; projectId: string }) {
  const entitlement = useQuery(entitlementOf(projectId, app));
  if (app.suspended) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Suspended">
        An operator suspended this app or its publisher. Nothing of it can be newly used.
      </Alert>
    );
  }
  const decision = entitlement.data;
  if (!decision) {
    // An app without a published version has no decision; its versions below say what to do.
    return null;
  }
  if (!decision.allowed) {
    return (
      <Alert
        color="yellow"
        icon={<IconLock aria-hidden />}
        title={
          app.access === "enabled" ? "Enabled for this project, but not for you" : "This project cannot use the app yet"
        }
      >
        {app.access === "requested"
          ? "A request is open. An administrator of your tenant decides it."
          : refusalText(decision)}
      </Alert>
    );
  }
  const limits = [
    ...(decision.versions && decision.versions !== "*" ? [`versions ${decision.versions}`] : []),
    ...(decision.instances_max !== undefined ? [`at most ${decision.instances_max} instances`] : []),
    ...(decision.gpus_max !== undefined ? [`at most ${decision.gpus_max} GPUs`] : []),
    ...(decision.locked_parameters ?? []).map((one) => `${one.name} is ${one.value}`),
    ...(decision.overlay ? ["limits on parameters"] : []),
  ];
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title="Enabled for this project">
      {limits.length > 0 ? `Limits: ${limits.join(", ")}.` : "All versions, without limits."}
    </Alert>
  );
}

function VersionSelect({
  label,
  versions,
  value,
  placeholder,
  onChange,
}: {
  label: string;
  versions: AppVersionSummary[];
  value: string | null;
  placeholder?: string;
  onChange: (version: string | undefined) => void;
}) {
  return (
    <Select
      label={label}
      maw={280}
      searchable={versions.length > 10}
      data={versions.map((one) => ({
        value: one.version,
        label: `${one.version} (${one.state.replaceAll("_", " ")})`,
      }))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      {...(placeholder
        ? { placeholder, clearable: true, clearButtonProps: { "aria-label": placeholder } }
        : { allowDeselect: false })}
    />
  );
}

function Overview({ app, projectId, version: number }: { app: App; projectId: string; version: string }) {
  const version = useQuery(versionOf(projectId, app.app, number));
  return (
    <Loaded query={version} lines={6}>
      {(one) => <VersionFacts app={app} projectId={projectId} version={one} />}
    </Loaded>
  );
}

function Changes(props: { app: string; projectId: string; version: string; from: string | undefined }) {
  const changes = useQuery(changesOf(props.projectId, props.app, props.version, props.from));
  return <Loaded query={changes}>{(all) => <ChangeList changes={all} />}</Loaded>;
}

function VersionTable({ app, projectId, versions }: { app: App; projectId: string; versions: AppVersionSummary[] }) {
  const { can } = useCurrentProject();
  const mayPublish = app.own && can("apps.publish");
  const head = ["Version", "State", "Review", "Channels", "Published", "Sunset", ...(mayPublish ? ["Actions"] : [])];
  if (versions.length === 0) {
    return (
      <Empty
        title="No versions yet"
        action={
          mayPublish && (
            <ButtonLink to="/projects/$projectId/publishing" params={{ projectId }} search={{ tab: "versions" }}>
              Create a version
            </ButtonLink>
          )
        }
      >
        A version is made from a manifest.
      </Empty>
    );
  }
  return (
    <Stack>
      <TableCard label="Versions" head={head} minWidth={780}>
        {versions.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <AnchorLink
                to="."
                search={(now) => ({ ...now, tab: "overview", version: one.version })}
                size="sm"
                fw={600}
              >
                {one.version}
              </AnchorLink>
            </Table.Td>
            <Table.Td>
              <StateBadge state={one.state} />
            </Table.Td>
            <Table.Td>{one.reviewed ? "approved" : "none"}</Table.Td>
            <Table.Td>
              <Channels app={app} version={one.version} />
            </Table.Td>
            <Table.Td className="nowrap">{one.published_at ? <Ago at={one.published_at} /> : "—"}</Table.Td>
            <Table.Td className="nowrap">{one.sunset_at ? <Ago at={one.sunset_at} /> : "—"}</Table.Td>
            {mayPublish && (
              <Table.Td className="row-end">
                <VersionActions projectId={projectId} app={app} version={one} versions={versions} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </TableCard>
      <NewestShown count={versions.length} max={LISTED_MAX} />
    </Stack>
  );
}

function Channels({ app, version }: { app: App; version: string }) {
  const channels = app.channels.filter((one) => one.version === version);
  return channels.length === 0 ? (
    "—"
  ) : (
    <Group gap={4}>
      {channels.map((one) => (
        <Badge key={one.channel} variant="default" className="state">
          {one.channel}
        </Badge>
      ))}
    </Group>
  );
}
