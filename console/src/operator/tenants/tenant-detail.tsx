import { Alert, Breadcrumbs, Group, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { lasts } from "../../billing/balance-text";
import { PaymentList } from "../../billing/payments";
import { balanceOf } from "../../billing/queries";
import { Transfers } from "../../billing/transfers";
import { Ago } from "../../ui/ago";
import { Figure } from "../../ui/figure";
import { money } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { AddPriceButton } from "../money/add-price-button";
import { TenantAdjustments } from "../money/adjustments";
import { CreateAdjustmentButton } from "../money/create-adjustment-button";
import { GrantPromotionalCreditButton } from "../money/grant-promotional-credit-button";
import { PriceTable } from "../money/sku-prices";
import { OPERATED_MAX, operatedAllocations, pricesOfTenant, projectsOf } from "../queries";
import { ReactivateTenantButton } from "./reactivate-tenant-button";
import { SuspendTenantButton } from "./suspend-tenant-button";

export default function TenantDetail() {
  const { tenantId } = useParams({ from: "/operator/tenants/$tenantId" });
  const tenant = useQuery({
    queryKey: ["operator", "tenant", tenantId],
    queryFn: () => ask(api.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id: tenantId } } })),
  });
  const permissions = usePlatformPermissions();
  return (
    <Page
      title={tenant.data?.name ?? "Tenant"}
      lead={
        <Breadcrumbs component="span" separatorMargin={6}>
          <AnchorLink to="/operator/tenants" size="sm">
            Tenants
          </AnchorLink>
          {tenant.data ? <State state={tenant.data.state} /> : <span>…</span>}
        </Breadcrumbs>
      }
      actions={
        tenant.data && (
          <>
            {permissions.has("skus.manage") && <AddPriceButton tenantId={tenantId} />}
            {permissions.has("billing.adjust") && <CreateAdjustmentButton tenantId={tenantId} />}
            {permissions.has("billing.grant") && <GrantPromotionalCreditButton tenantId={tenantId} />}
            {permissions.has("tenants.suspend") &&
              (tenant.data.state === "suspended" ? (
                <ReactivateTenantButton tenant={tenant.data} />
              ) : (
                <SuspendTenantButton tenant={tenant.data} />
              ))}
          </>
        )
      }
    >
      <Loaded query={tenant} lines={6}>
        {(one) => (
          <Stack gap="lg">
            {one.state === "suspended" && (
              <Alert
                color="red"
                icon={<IconAlertTriangle aria-hidden />}
                title="Suspended: members can view and release, but not create"
              >
                {one.suspended_reason}
              </Alert>
            )}
            {permissions.has("billing.read") && <Balances tenantId={one.id} />}
            <Projects tenantId={one.id} />
            {permissions.has("skus.read") && <OwnPrices tenantId={one.id} />}
            {permissions.has("billing.read") && <Money tenantId={one.id} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Balances({ tenantId }: { tenantId: string }) {
  const balances = useQuery(balanceOf(tenantId));
  return (
    <Loaded query={balances} lines={2}>
      {(all) =>
        all.length === 0 ? (
          <Text c="dimmed">No account yet. It is created with the first payment or credit grant.</Text>
        ) : (
          all.map((one) => (
            <SimpleGrid key={one.currency} cols={{ base: 2, md: 4 }}>
              <Figure label="Available" value={money(one.available_nanos, one.currency)} note={lasts(one)} />
              <Figure
                label="Credit"
                value={money(one.credit_nanos, one.currency)}
                note={`includes promotional ${money(one.promotional_nanos, one.currency)}`}
              />
              <Figure
                label="Current spend per hour"
                value={money(one.burn_nanos_per_hour, one.currency)}
                note={`held ${money(one.held_nanos, one.currency)}`}
              />
              <Figure
                label="Level"
                value={<State state={one.level} />}
                note={one.owed_nanos > 0 ? `owes ${money(one.owed_nanos, one.currency)}` : "no debt"}
              />
            </SimpleGrid>
          ))
        )
      }
    </Loaded>
  );
}

function OwnPrices({ tenantId }: { tenantId: string }) {
  const prices = useQuery(pricesOfTenant(tenantId));
  return (
    <Loaded query={prices} lines={2}>
      {(own) => <PriceTable title="Custom prices" prices={own} empty="Standard prices apply." named="sku" />}
    </Loaded>
  );
}

function Money({ tenantId }: { tenantId: string }) {
  const mayRefund = usePlatformPermissions().has("billing.refund");
  const asked = useSearch({ from: "/operator/tenants/$tenantId" });
  const navigate = useNavigate({ from: "/operator/tenants/$tenantId" });
  return (
    <>
      <TenantAdjustments tenantId={tenantId} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          Payments
        </Title>
        <PaymentList tenantId={tenantId} mayPay={false} mayRefund={mayRefund} />
      </Stack>
      <Stack gap="sm">
        <Title order={2} size="h4">
          Ledger
        </Title>
        <Transfers
          tenantId={tenantId}
          asked={asked}
          change={(part) => void navigate({ to: ".", search: { ...asked, ...part }, replace: true })}
        />
      </Stack>
    </>
  );
}

function Projects({ tenantId }: { tenantId: string }) {
  const projects = useQuery(projectsOf(tenantId));
  const held = useQuery({
    ...operatedAllocations({ tenant_id: tenantId, state: "active" }),
    enabled: usePlatformPermissions().has("allocations.operate"),
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Projects
        </Title>
        <AnchorLink to="/operator/allocations" search={{ tenant_id: tenantId }} size="sm">
          View allocations
        </AnchorLink>
      </Group>
      <Loaded query={projects}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No projects yet">
              The tenant owner creates the first project. All work happens in projects.
            </Empty>
          ) : (
            <TableCard label="Projects" head={["Name", "Slug", "Active allocations", "Created"]}>
              {all.map((project) => (
                <Table.Tr key={project.id}>
                  <Table.Td>
                    <AnchorLink to="/projects/$projectId" params={{ projectId: project.id }}>
                      {project.name}
                    </AnchorLink>
                  </Table.Td>
                  <Table.Td>{project.slug}</Table.Td>
                  <Table.Td className="figure">
                    {held.data && held.data.length < OPERATED_MAX
                      ? held.data.filter((one) => one.project_id === project.id).length
                      : "—"}
                  </Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={project.created_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}
