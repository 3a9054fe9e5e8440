import { Group, Stack, Table, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schemas } from "../../api";
import { usePlatformPermissions } from "../../app/me";
import { PersonName } from "../../app/person-name";
import { Ago } from "../../ui/ago";
import { money, words } from "../../ui/format";
import { Loaded } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { TenantLink } from "../names";
import { adjustmentsOf, pendingAdjustments } from "../queries";
import { ApproveAdjustmentButton } from "./approve-adjustment-button";
import { RejectAdjustmentButton } from "./reject-adjustment-button";

type Adjustment = Schemas["Adjustment"];

/** Adjustments of all tenants that need a second approval. */
export function PendingAdjustments() {
  return (
    <Adjustments title="Waiting for approval" query={useQuery(pendingAdjustments)} ofAllTenants>
      No adjustments are waiting. Large adjustments requested on a tenant's page appear here for a second approval.
    </Adjustments>
  );
}

export function TenantAdjustments({ tenantId }: { tenantId: string }) {
  return (
    <Adjustments title="Adjustments" query={useQuery(adjustmentsOf(tenantId))}>
      No adjustments yet.
    </Adjustments>
  );
}

type Props = { title: string; query: UseQueryResult<Adjustment[]>; ofAllTenants?: boolean; children: ReactNode };

/** `children` is the empty state. */
function Adjustments({ title, query, ofAllTenants = false, children }: Props) {
  const mayDecide = usePlatformPermissions().has("billing.adjust");
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Loaded query={query} lines={2}>
        {(all) =>
          all.length === 0 ? (
            <Text c="dimmed">{children}</Text>
          ) : (
            <TableCard
              label={title}
              head={[
                ...(ofAllTenants ? ["Tenant"] : []),
                "Type",
                "Amount",
                "State",
                "Reason",
                "Requested",
                ...(mayDecide ? ["Actions"] : []),
              ]}
              minWidth={860}
            >
              {all.map((one) => (
                <Row key={one.id} adjustment={one} ofAllTenants={ofAllTenants} mayDecide={mayDecide} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Row({
  adjustment,
  ofAllTenants,
  mayDecide,
}: {
  adjustment: Adjustment;
  ofAllTenants: boolean;
  mayDecide: boolean;
}) {
  return (
    <Table.Tr>
      {ofAllTenants && (
        <Table.Td>
          <TenantLink id={adjustment.tenant_id} />
        </Table.Td>
      )}
      <Table.Td>{words(adjustment.kind)}</Table.Td>
      <Table.Td className="figure nowrap">{money(adjustment.amount.nanos, adjustment.amount.currency)}</Table.Td>
      <Table.Td>
        <State state={adjustment.state} />
        {adjustment.decided_by && adjustment.decided_by !== adjustment.requested_by && (
          <Text size="xs" c="dimmed">
            by <PersonName id={adjustment.decided_by} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" maw={300} className="break-words">
          {adjustment.reason}
        </Text>
      </Table.Td>
      <Table.Td className="nowrap">
        <Ago at={adjustment.requested_at} />
        <Text size="xs" c="dimmed">
          by <PersonName id={adjustment.requested_by} />
        </Text>
      </Table.Td>
      {mayDecide && (
        <Table.Td>
          {adjustment.state === "pending" && (
            <Group gap={6} wrap="nowrap">
              <ApproveAdjustmentButton adjustment={adjustment} />
              <RejectAdjustmentButton adjustment={adjustment} />
            </Group>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
