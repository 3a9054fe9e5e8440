import { Alert, Button, Card, Group, NumberInput, Select, Stack, Table, Text, Title } from "@mantine/core";
import { IconCheck, IconHourglass, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Allocation, Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { plural } from "../../ui/format";
import { Empty, NewestShown } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { AllocationLink, NodeLink, TenantLink } from "../names";
import { OPERATED_MAX, operatedAllocations, skus } from "../queries";
import { COUNT_MAX, type Question, questionOf, STRATEGIES } from "./question";

export default function Queue() {
  const waiting = useQuery(operatedAllocations({ state: "queued" }));
  const maySee = usePlatformPermissions().has("slots.read");
  // The question is kept in the URL so that it can be shared.
  const asked = questionOf(useSearch({ from: "/operator/queue" }));
  const navigate = useNavigate({ from: "/operator/queue" });
  const setAsked = (question: Question) => void navigate({ to: ".", search: question, replace: true });
  return (
    <Page title="Queue" lead="Pending requests and placement checks">
      <NewestShown count={waiting.data?.length ?? 0} max={OPERATED_MAX} />
      <Loaded query={waiting}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconHourglass size={36} aria-hidden />} title="The queue is empty">
              Requests wait here while no matching capacity is free. Check below where a request would fit.
            </Empty>
          ) : (
            <Waiting allocations={all} onExplain={(one) => setAsked({ sku: one.sku, count: one.count })} />
          )
        }
      </Loaded>
      {maySee && <Explain asked={asked} onAsk={setAsked} />}
    </Page>
  );
}

function Waiting({
  allocations,
  onExplain,
}: {
  allocations: Allocation[];
  onExplain: (allocation: Allocation) => void;
}) {
  const ordered = allocations.toSorted((one, other) => (one.queue?.position ?? 0) - (other.queue?.position ?? 0));
  return (
    <TableCard
      label="Queue"
      head={["Position", "Allocation", "Tenant", "Request", "Queued", "Reason", ""]}
      minWidth={860}
    >
      {ordered.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td className="figure">{one.queue?.position ?? "—"}</Table.Td>
          <Table.Td>
            <AllocationLink projectId={one.project_id} id={one.id} name={one.name} />
          </Table.Td>
          <Table.Td>
            <TenantLink id={one.tenant_id} />
          </Table.Td>
          <Table.Td className="nowrap">
            {one.count} × {one.sku}
          </Table.Td>
          <Table.Td className="nowrap">
            <Ago at={one.queue?.since ?? one.created_at} />
          </Table.Td>
          <Table.Td>
            <Text size="sm">{one.queue?.reason ?? "not tried yet"}</Text>
          </Table.Td>
          <Table.Td>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => onExplain(one)}
              aria-label={`Explain the placement of ${one.name}`}
            >
              Explain
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableCard>
  );
}

function Explain({ asked, onAsk }: { asked: Question | undefined; onAsk: (question: Question) => void }) {
  const offered = useQuery(skus);
  const [sku, setSku] = useState<string | null>(asked?.sku ?? null);
  const [count, setCount] = useState<number | string>(asked?.count ?? 1);
  const [strategy, setStrategy] = useState<Schemas["PlacementStrategy"] | null>(asked?.strategy ?? null);
  const chosen = sku ?? offered.data?.[0]?.name ?? null;
  return (
    <Stack component="section" aria-label="Placement">
      <Title order={2} size="h4">
        Where would it fit?
      </Title>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onAsk({
              sku: chosen ?? "",
              count: Number(count),
              ...(strategy ? { strategy } : {}),
            });
          }}
        >
          <Group align="flex-end">
            <Select
              label="SKU"
              data={(offered.data ?? []).map((one) => one.name)}
              value={chosen}
              onChange={setSku}
              allowDeselect={false}
              w={220}
            />
            <NumberInput
              label="Count"
              min={1}
              max={COUNT_MAX}
              allowDecimal={false}
              value={count}
              onChange={setCount}
              w={100}
            />
            <Select
              label="Strategy"
              placeholder="Default"
              clearable
              clearButtonProps={{ "aria-label": "Use the default strategy" }}
              data={STRATEGIES}
              value={strategy}
              onChange={setStrategy}
              w={170}
            />
            <Button type="submit" disabled={!chosen}>
              Explain
            </Button>
          </Group>
        </form>
      </Card>
      {asked && <Explanation question={asked} />}
    </Stack>
  );
}

function Explanation({ question }: { question: Question }) {
  const explanation = useQuery({
    queryKey: ["operator", "placement", question],
    queryFn: () => ask(api.GET("/api/v1/placement", { params: { query: question } })),
    staleTime: 0,
  });
  return (
    <Loaded query={explanation}>
      {(known) => (
        <Stack>
          <Alert
            color={known.fits ? "teal" : "orange"}
            icon={known.fits ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
            title={
              known.fits
                ? `${question.count} × ${question.sku} would be placed on ${known.node_name}`
                : `${question.count} × ${question.sku} does not fit on any node`
            }
          >
            {known.reasons.map((reason) => (
              <Text size="sm" key={reason}>
                {reason}
              </Text>
            ))}
            <Text size="sm">Strategy: {known.strategy.replace("_", " ")}.</Text>
          </Alert>
          <TableCard label="Verdicts" head={["Node", "Fits", "Reason"]} minWidth={480}>
            {known.verdicts.map((verdict) => (
              <Table.Tr key={verdict.node_id}>
                <Table.Td>
                  <NodeLink id={verdict.node_id} />
                </Table.Td>
                <Table.Td>{verdict.fits ? "yes" : <State state="no" />}</Table.Td>
                <Table.Td>
                  <Text size="sm">{verdict.verdict}</Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
          {known.nodes_not_shown > 0 && <Text c="dimmed">{plural(known.nodes_not_shown, "more node")} not shown.</Text>}
        </Stack>
      )}
    </Loaded>
  );
}
