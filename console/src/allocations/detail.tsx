import { Alert, Group, SimpleGrid, Stack, Tabs } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Allocation } from "../api";
import { useCurrentProject } from "../app/me";
import Commands from "../commands/panel";
import { TerminalTab } from "../terminal/terminal-tab";
import { Ago } from "../ui/ago";
import { Loaded, Page } from "../ui/page";
import { Actions } from "./actions";
import { CostSoFar } from "./cost";
import { Ending } from "./ending";
import { Facts, Ssh } from "./facts";
import { Gpus } from "./gpus";
import { OpenTerminal } from "./open-terminal";
import { Phases } from "./phases";
import { allocationOf } from "./queries";
import { StateOf } from "./state";
import { Labels } from "./table";
import { Events } from "./timeline";

const TABS = ["overview", "terminal", "commands", "gpus", "events"] as const;

export default function AllocationDetail() {
  const { projectId } = useCurrentProject();
  const { allocationId } = useParams({ from: "/projects/$projectId/allocations/$allocationId" });
  const allocation = useQuery(allocationOf(projectId, allocationId));
  if (!allocation.data) {
    return (
      <Page title="Allocation">
        <Loaded query={allocation} lines={8}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Detail projectId={projectId} allocation={allocation.data} />;
}

function Detail({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const { can } = useCurrentProject();
  const { tab = "overview" } = useSearch({ from: "/projects/$projectId/allocations/$allocationId" });
  const navigate = useNavigate({ from: "/projects/$projectId/allocations/$allocationId" });
  return (
    <Page
      title={allocation.name}
      lead={
        <Group gap="sm">
          <StateOf allocation={allocation} />
          <span>
            {allocation.count} × {allocation.sku}
          </span>
          <Labels labels={allocation.labels} />
        </Group>
      }
      actions={
        <>
          {tab !== "terminal" && can("terminals.open") && <OpenTerminal allocation={allocation} />}
          <Actions projectId={projectId} allocation={allocation} />
        </>
      }
    >
      <Trouble allocation={allocation} />
      <Ending projectId={projectId} allocation={allocation} />
      <Tabs
        value={TABS.some((one) => one === tab) ? tab : "overview"}
        onChange={(next) =>
          void navigate({ to: ".", search: next === null || next === "overview" ? {} : { tab: next }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          {can("terminals.open") && <Tabs.Tab value="terminal">Terminal</Tabs.Tab>}
          {can("terminals.open") && <Tabs.Tab value="commands">Commands</Tabs.Tab>}
          <Tabs.Tab value="gpus">GPUs</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Stack gap="lg">
            <Phases allocation={allocation} />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <CostSoFar allocation={allocation} />
              <Ssh allocation={allocation} />
            </SimpleGrid>
            <Facts allocation={allocation} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="terminal">
          {can("terminals.open") && (
            <Stack gap="lg">
              {allocation.state !== "active" && <Phases allocation={allocation} />}
              <TerminalTab projectId={projectId} allocation={allocation} />
            </Stack>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="commands">
          {can("terminals.open") && <Commands projectId={projectId} allocation={allocation} />}
        </Tabs.Panel>
        <Tabs.Panel value="gpus">
          <Gpus allocation={allocation} />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <Events projectId={projectId} allocationId={allocation.id} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Alerts for anything that keeps the allocation from working as requested. */
function Trouble({ allocation }: { allocation: Allocation }) {
  const icon = <IconAlertTriangle aria-hidden />;
  return (
    <>
      {allocation.failure && (
        <Alert color="red" icon={icon} title={allocation.failure.message}>
          {allocation.release_charged_since ? "" : "You were not charged for the failed attempt. "}Code{" "}
          {allocation.failure.code}.
        </Alert>
      )}
      {allocation.degraded && (
        <Alert color="orange" icon={icon} title={allocation.degraded.reason}>
          {allocation.degraded.confirmed === false ? (
            <>
              Reported <Ago at={allocation.degraded.since} />, not confirmed yet; billing continues. Operators have been
              notified. If they confirm the fault, charges since then are refunded.
            </>
          ) : (
            <>
              Degraded since <Ago at={allocation.degraded.since} />; billing is paused until it recovers.
            </>
          )}
        </Alert>
      )}
      {allocation.release_charged_since && (
        <Alert color="orange" icon={icon} title="The release has not finished and is still billed">
          Since <Ago at={allocation.release_charged_since} />. Stop any processes still running in it, or ask an
          operator for a refund.
        </Alert>
      )}
      {allocation.queue && (
        <Alert color="grape" icon={icon} title={`Position ${allocation.queue.position} in the queue`}>
          {allocation.queue.reason ?? "It starts automatically when capacity is free."}
        </Alert>
      )}
      {allocation.stuck_since && (
        <Alert color="orange" icon={icon} title="This is taking longer than expected">
          Since <Ago at={allocation.stuck_since} />. Operators have been notified.
        </Alert>
      )}
    </>
  );
}
