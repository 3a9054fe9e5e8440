import { Badge, Button, Code, Group, Select, Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Policy } from "../../api";
import { usePlaces, usePlatformPermissions } from "../../app/me";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { tenants } from "../queries";
import { ClearPolicyButton } from "./clear-policy-button";
import { bounds, SOURCES } from "./policy-bounds";
import { type PolicyPlace, policiesAt, scopeOf } from "./policy-queries";
import { readable } from "./policy-value";
import { SetPolicyDialog } from "./set-policy-dialog";

type Search = { tenant?: string; project?: string; text?: string };

const SOURCE_COLORS: Record<Policy["source"], string> = {
  default: "gray",
  global: "blue",
  tenant: "grape",
  project: "orange",
};
export default function Policies() {
  const search = useSearch({ from: "/operator/policies" });
  const navigate = useNavigate({ from: "/operator/policies" });
  const known = useQuery(tenants);
  const places = usePlaces();
  const place: PolicyPlace = { tenantId: search.tenant, projectId: search.project };
  const policies = useQuery(policiesAt(place));
  const mayWrite = usePlatformPermissions().has("policies.write");
  const [edited, setEdited] = useState<Policy>();
  const change = (part: Search) => void navigate({ to: ".", search: { ...search, ...part }, replace: true });
  const projects = (places.data ?? []).filter((one) => one.project.tenant_id === search.tenant);
  return (
    <Page title="Policies" lead="Effective values, where they are set, and their limits">
      <Group align="flex-end" gap="sm">
        <Select
          label="Tenant"
          placeholder="Whole platform"
          clearable
          clearButtonProps={{ "aria-label": "Whole platform" }}
          data={(known.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={search.tenant ?? null}
          onChange={(tenant) =>
            void navigate({
              to: ".",
              search: { text: search.text, ...(tenant ? { tenant } : {}) },
              replace: true,
            })
          }
        />
        <Select
          label="Project"
          placeholder="Whole tenant"
          clearable
          disabled={!search.tenant}
          clearButtonProps={{ "aria-label": "Whole tenant" }}
          data={projects.map((one) => ({ value: one.project.id, label: one.project.name }))}
          value={search.project ?? null}
          onChange={(project) =>
            void navigate({
              to: ".",
              search: { text: search.text, tenant: search.tenant, ...(project ? { project } : {}) },
              replace: true,
            })
          }
        />
        <TextInput
          label="Search"
          placeholder="Key or description"
          value={search.text ?? ""}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </Group>
      <Loaded query={policies} lines={10}>
        {(all) => {
          const text = (search.text ?? "").toLowerCase();
          const shown = all.filter((one) => (one.key + one.description).toLowerCase().includes(text));
          return shown.length === 0 ? (
            <Empty title="No policies match">Clear the search to see all policies.</Empty>
          ) : (
            <TableCard label="Policies" head={["Policy", "Value", "Source", "Default", "Allowed", ""]} minWidth={940}>
              {shown.map((one) => (
                <Row
                  key={one.key}
                  policy={one}
                  place={place}
                  onEdit={mayWrite && one.scopes.includes(scopeOf(place)) ? setEdited : undefined}
                />
              ))}
            </TableCard>
          );
        }}
      </Loaded>
      {edited && (
        <SetPolicyDialog key={edited.key} policy={edited} place={place} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function Row({
  policy,
  place,
  onEdit,
}: {
  policy: Policy;
  place: PolicyPlace;
  onEdit: ((policy: Policy) => void) | undefined;
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{policy.key}</Code>
        <Text size="sm" c="dimmed" maw={420}>
          {policy.description}
        </Text>
      </Table.Td>
      <Table.Td className="figure">
        <Text fw={600} size="sm" className="nowrap">
          {readable(policy, policy.value)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" miw="max-content" className={`state state-${SOURCE_COLORS[policy.source]}`}>
          {SOURCES[policy.source]}
        </Badge>
      </Table.Td>
      <Table.Td className="figure nowrap">{readable({ ...policy, unit: undefined }, policy.default_value)}</Table.Td>
      <Table.Td>
        <Text size="sm">{bounds(policy)}</Text>
      </Table.Td>
      <Table.Td>
        {onEdit ? (
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onEdit(policy)}
              aria-label={`Change ${policy.key}`}
            >
              Change
            </Button>
            {policy.source === scopeOf(place) && <ClearPolicyButton policy={policy} place={place} />}
          </Group>
        ) : (
          <Text size="xs" c="dimmed">
            set for {policy.scopes.map((scope) => SOURCES[scope]).join(", ")}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
