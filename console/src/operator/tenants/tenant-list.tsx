import { Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { AnchorLink } from "../../ui/links";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { tenants } from "../queries";
import { CreateTenantDialog } from "./create-tenant-dialog";

export default function TenantList() {
  const known = useQuery(tenants);
  const mayCreate = usePlatformPermissions().has("tenants.create");
  const [opened, { open, close }] = useDisclosure(false);
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
      New tenant
    </Button>
  );
  return (
    <Page title="Tenants" lead="All tenants on the platform" actions={create}>
      <CreateTenantDialog opened={opened} onClose={close} />
      <Loaded query={known} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconUsersGroup size={36} aria-hidden />} title="No tenants yet" action={create}>
              A tenant owns projects, members and a balance. Create one, then invite its owner.
            </Empty>
          ) : (
            <TableCard label="Tenants" head={["Name", "State", "Slug", "Created"]}>
              {all.map((tenant) => (
                <Table.Tr key={tenant.id}>
                  <Table.Td>
                    <AnchorLink to="/operator/tenants/$tenantId" params={{ tenantId: tenant.id }} fw={500}>
                      {tenant.name}
                    </AnchorLink>
                  </Table.Td>
                  <Table.Td>
                    <State state={tenant.state} />
                    {tenant.suspended_reason && (
                      <Text size="xs" c="dimmed">
                        {tenant.suspended_reason}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{tenant.slug}</Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={tenant.created_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}
