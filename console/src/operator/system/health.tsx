import { Alert, Card, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePlatformPermissions } from "../../app/me";
import { useNow } from "../../ui/ago";
import { plural, words } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Loaded, Page } from "../../ui/page";
import { VerifyLedger } from "../money/verify-ledger";
import { deadLetters, eventBacklog, gateways, nodes, OPERATED_MAX, operatedAllocations, rollouts } from "../queries";
import { delays } from "./backlog";
import { VerifyAuditTrail } from "./verify-audit-trail";

type Ready = { status: string; checks: Record<string, string> };

/** Not part of the API: it responds even if the database does not. */
async function readiness(): Promise<Ready> {
  const response = await fetch("/readyz");
  if (!response.headers.get("content-type")?.includes("json")) {
    throw new Error("A proxy in front of the control plane does not forward /readyz.");
  }
  // The readiness probe is no part of the contract; this is its only reader.
  return (await response.json()) as Ready;
}

export default function Health() {
  const permissions = usePlatformPermissions();
  return (
    <Page title="System health" lead="Status of every component, with links to details">
      <Process />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {permissions.has("nodes.read") && <NodesFact />}
        {permissions.has("gateways.read") && <GatewaysFact />}
        {permissions.has("events.read") && <EventsFact />}
        {permissions.has("allocations.operate") && <AllocationsFact />}
        {permissions.has("updates.read") && <RolloutsFact />}
      </SimpleGrid>
      {permissions.has("ledger.verify") && <VerifyLedger />}
      {permissions.has("audit.read") && (
        <Stack gap="sm" component="section" aria-label="Audit trail">
          <Title order={2} size="h4">
            Audit trail
          </Title>
          <VerifyAuditTrail />
        </Stack>
      )}
    </Page>
  );
}

function Process() {
  const ready = useQuery({ queryKey: ["operator", "readyz"], queryFn: readiness });
  return (
    <Loaded query={ready} lines={2}>
      {({ status, checks }) => {
        const isReady = status === "ready";
        return (
          <Alert
            color={isReady ? "teal" : "red"}
            icon={isReady ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
            title={isReady ? "Control plane is ready" : "Control plane is not ready"}
          >
            <Group gap="md">
              {Object.entries(checks).map(([name, answer]) => (
                <Text size="sm" key={name}>
                  {words(name)}: <b>{answer}</b>
                </Text>
              ))}
            </Group>
          </Alert>
        );
      }}
    </Loaded>
  );
}

/** Status of one component with a link to details. */
function Fact({ title, to, well, children }: { title: string; to: string; well: boolean; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" color={well ? "teal" : "orange"} radius="xl" size={36}>
          {well ? (
            <IconCheck size={20} aria-label="Healthy" />
          ) : (
            <IconAlertTriangle size={20} aria-label="Needs attention" />
          )}
        </ThemeIcon>
        <div>
          <AnchorLink to={to} fw={600}>
            {title}
          </AnchorLink>
          <Text size="sm" component="div">
            {children}
          </Text>
        </div>
      </Group>
    </Card>
  );
}

function counts(items: { state: string }[]): string {
  const byState = new Map<string, number>();
  for (const { state } of items) {
    byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  return [...byState].map(([state, count]) => `${count} ${words(state)}`).join(", ");
}

function NodesFact() {
  const fleet = useQuery(nodes);
  return (
    <Loaded query={fleet} lines={2}>
      {(all) => {
        const live = all.filter((node) => node.state !== "retired");
        const bad = live.filter(
          (node) =>
            node.state === "unreachable" ||
            node.state === "quarantined" ||
            node.gpus.some((gpu) => gpu.state !== "in_service"),
        );
        return (
          <Fact title="Nodes" to="/operator/nodes" well={bad.length === 0 && live.length > 0}>
            {live.length === 0 ? "No nodes yet." : counts(live)}
            {bad.length > 0 && (
              <div>
                {plural(bad.length, "node")} need attention:{" "}
                {bad
                  .slice(0, 5)
                  .map((node) => node.name)
                  .join(", ")}
              </div>
            )}
          </Fact>
        );
      }}
    </Loaded>
  );
}

function GatewaysFact() {
  const known = useQuery(gateways);
  return (
    <Loaded query={known} lines={2}>
      {(all) => {
        const live = all.filter((one) => one.state !== "revoked");
        const connected = live.filter((one) => one.state === "connected");
        return (
          <Fact
            title="Gateways"
            to="/operator/gateways"
            well={connected.length > 0 && connected.length === live.length}
          >
            {live.length === 0
              ? "No gateways: terminals are unavailable."
              : `${counts(live)}; ${plural(
                  live.reduce((sum, one) => sum + one.streams, 0),
                  "stream",
                )}`}
          </Fact>
        );
      }}
    </Loaded>
  );
}

function EventsFact() {
  const letters = useQuery(deadLetters);
  const backlog = useQuery(eventBacklog);
  const now = useNow();
  return (
    <Loaded query={letters} lines={2}>
      {(all) => {
        const late = backlog.data ? delays(backlog.data, now) : [];
        return (
          <Fact
            title="Events"
            to="/operator/dead-letters"
            well={all.length === 0 && late.length === 0 && !backlog.isError}
          >
            {all.length === 0 ? "No dead letters." : `Dead letters: ${counts(all)}`}
            {late.map((sentence) => (
              <div key={sentence}>{sentence}</div>
            ))}
            {late.length === 0 && (
              <div>{backlog.data ? "No delays." : backlog.isError ? "The backlog could not be loaded." : "…"}</div>
            )}
          </Fact>
        );
      }}
    </Loaded>
  );
}

function AllocationsFact() {
  const stuck = useQuery(operatedAllocations({ stuck: true }));
  const queued = useQuery(operatedAllocations({ state: "queued" }));
  return (
    <Loaded query={stuck} lines={2}>
      {(all) => (
        <Fact
          title="Allocations"
          to={all.length > 0 ? "/operator/allocations" : "/operator/queue"}
          well={all.length === 0}
        >
          {all.length === 0 ? "None stuck" : `${plural(all.length, "allocation")} stuck`}; {queued.data?.length ?? "…"}
          {queued.data?.length === OPERATED_MAX && " or more"} in the queue.
        </Fact>
      )}
    </Loaded>
  );
}

function RolloutsFact() {
  const known = useQuery(rollouts);
  return (
    <Loaded query={known} lines={2}>
      {(all) => {
        const open = all.filter((one) => ["running", "paused", "reverting"].includes(one.state));
        return (
          <Fact title="Agent updates" to="/operator/rollouts" well={open.every((one) => one.state === "running")}>
            {open.length === 0 ? "No rollouts in progress." : counts(open)}
          </Fact>
        );
      }}
    </Loaded>
  );
}
