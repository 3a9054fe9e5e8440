import { Badge, Group, Stack, Table } from "@mantine/core";
import { IconLicense } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PersonName } from "../../app/person-name";
import { Ago } from "../../ui/ago";
import { Empty, NewestShown } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { LISTED_MAX, tenantEntitlementsOf } from "./queries";
import { RemoveTenantEntitlementButton } from "./remove-tenant-entitlement-button";
import { SetTenantEntitlementButton } from "./set-tenant-entitlement-button";
import { TenantSelect } from "./tenant-select";

export default function AppGrants() {
  const { tenant } = useSearch({ from: "/operator/app-grants" });
  const navigate = useNavigate({ from: "/operator/app-grants" });
  const grants = useQuery(tenantEntitlementsOf(tenant ?? ""));
  const set = tenant !== undefined && <SetTenantEntitlementButton tenantId={tenant} />;
  return (
    <Page title="App grants" lead="Apps that the platform grants to a tenant or withholds from it" actions={set}>
      <Stack>
        <TenantSelect
          value={tenant}
          onChange={(id) => void navigate({ to: ".", search: { tenant: id }, replace: true })}
        />
        {tenant === undefined ? (
          <Empty icon={<IconLicense size={36} aria-hidden />} title="Choose a tenant">
            Each tenant has its own grants.
          </Empty>
        ) : (
          <Loaded query={grants}>
            {(all) =>
              all.length === 0 ? (
                <Empty icon={<IconLicense size={36} aria-hidden />} title="No grants of its own" action={set}>
                  The policy entitlements.public_apps decides about public apps for this tenant.
                </Empty>
              ) : (
                <>
                  <TableCard
                    label="Grants"
                    head={["App", "Decision", "Versions", "Sharing", "Changed", "Actions"]}
                    minWidth={760}
                  >
                    {all.map((one) => (
                      <Table.Tr key={one.app}>
                        <Table.Td fw={600}>{one.app}</Table.Td>
                        <Table.Td>
                          <Badge variant="light" className={`state state-${one.granted ? "teal" : "red"}`}>
                            {one.granted ? "granted" : "withheld"}
                          </Badge>
                        </Table.Td>
                        <Table.Td>{one.versions === "*" ? "all" : one.versions}</Table.Td>
                        <Table.Td>
                          {[
                            ...(one.may_share_by_link ? ["by link"] : []),
                            ...(one.may_be_public ? ["public"] : []),
                          ].join(", ") || "—"}
                        </Table.Td>
                        <Table.Td>
                          <PersonName id={one.changed_by} /> <Ago at={one.changed_at} />
                        </Table.Td>
                        <Table.Td className="row-end">
                          <Group gap={6} justify="flex-end">
                            <SetTenantEntitlementButton tenantId={tenant} known={one} />
                            <RemoveTenantEntitlementButton tenantId={tenant} app={one.app} />
                          </Group>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </TableCard>
                  <NewestShown count={all.length} max={LISTED_MAX} />
                </>
              )
            }
          </Loaded>
        )}
      </Stack>
    </Page>
  );
}
