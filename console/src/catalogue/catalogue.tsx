import { Badge, Button, Group, Select, Stack, Switch, Table, Text, TextInput } from "@mantine/core";
import { IconServerOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { isFree } from "../allocations/offers";
import { offersOf } from "../allocations/queries";
import type { Offer } from "../api";
import { useCurrentProject } from "../app/me";
import { bytes, duration, money, plural, words } from "../ui/format";
import { ButtonLink } from "../ui/links";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { Term, type Word } from "../ui/term";
import { filtered, type OfferFilter } from "./filter";

const SHAPES: { value: Offer["shape"]; label: string; word: Word }[] = [
  { value: "gpu_slice", label: "GPU slice", word: "slice" },
  { value: "bare_metal", label: "Whole host", word: "bare metal" },
  { value: "mig", label: "MIG instance", word: "mig" },
];
const MEMORY_GIB = [10, 20, 40, 80, 141];

export default function Catalogue() {
  const { projectId, can } = useCurrentProject();
  const offers = useQuery(offersOf(projectId));
  const filter = useSearch({ from: "/projects/$projectId/catalogue" });
  const navigate = useNavigate({ from: "/projects/$projectId/catalogue" });
  const change = (part: OfferFilter) => void navigate({ to: ".", search: { ...filter, ...part }, replace: true });
  return (
    <Page title="Catalogue" lead="GPUs available to this project, with current availability and prices">
      <Loaded query={offers} lines={8}>
        {(all) => {
          if (all.length === 0) {
            return (
              <Empty icon={<IconServerOff size={36} aria-hidden />} title="No SKUs offered to this project">
                Operators choose what each tenant can use. Ask yours to offer a SKU.
              </Empty>
            );
          }
          const { shown, absent } = filtered(all, filter);
          return (
            <Stack>
              <Filters filter={filter} onChange={change} />
              {shown.length === 0 ? (
                <Empty
                  title="No SKUs match"
                  action={
                    <Button variant="default" onClick={() => void navigate({ to: ".", search: {} })}>
                      Clear filters
                    </Button>
                  }
                >
                  Remove a filter to see more.
                </Empty>
              ) : (
                <Offers offers={shown} projectId={projectId} mayCreate={can("allocations.create")} />
              )}
              {absent > 0 && (
                <Switch
                  label={`Show ${plural(absent, "SKU")} of which this fleet has no GPUs`}
                  checked={filter.all ?? false}
                  onChange={(event) => change({ all: event.currentTarget.checked || undefined })}
                />
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Filters({ filter, onChange }: { filter: OfferFilter; onChange: (part: OfferFilter) => void }) {
  return (
    <Group align="flex-end" gap="sm" className="filters">
      <TextInput
        label="Search"
        placeholder="h100"
        value={filter.text ?? ""}
        onChange={(event) => onChange({ text: event.currentTarget.value || undefined })}
      />
      <Select
        label="Type"
        placeholder="Any"
        clearable
        clearButtonProps={{ "aria-label": "Any type" }}
        data={SHAPES.map(({ value, label }) => ({ value, label }))}
        value={filter.shape ?? null}
        onChange={(shape) => onChange({ shape: shape ?? undefined })}
      />
      <Select
        label="GPU memory"
        placeholder="Any"
        clearable
        clearButtonProps={{ "aria-label": "Any memory" }}
        data={MEMORY_GIB.map((one) => ({ value: String(one), label: `${one} GiB or more` }))}
        value={filter.memory === undefined ? null : String(filter.memory)}
        onChange={(memory) => onChange({ memory: memory === null ? undefined : Number(memory) })}
      />
      <Switch
        label="Available now"
        mb={8}
        checked={filter.free ?? false}
        onChange={(event) => onChange({ free: event.currentTarget.checked || undefined })}
      />
    </Group>
  );
}

const COLUMNS = ["SKU", "Type", "GPU memory", "Interconnect", "Per unit", "Price", "Available", ""];

function Offers({ offers, ...rest }: { offers: Offer[]; projectId: string; mayCreate: boolean }) {
  const [sku, type, memory, interconnect, ...others] = COLUMNS;
  const head = [
    <Term key="sku" of="sku">
      {sku}
    </Term>,
    type,
    <Term key="memory" of="vram">
      {memory}
    </Term>,
    <Term key="interconnect" of="interconnect">
      {interconnect}
    </Term>,
    ...others,
  ];
  return (
    <TableCard label="Catalogue" head={head} names={COLUMNS} minWidth={980}>
      {offers.map((offer) => (
        <Row key={offer.name} offer={offer} {...rest} />
      ))}
    </TableCard>
  );
}

function Row({ offer, projectId, mayCreate }: { offer: Offer; projectId: string; mayCreate: boolean }) {
  const isFreeNow = isFree(offer);
  const shape = SHAPES.find((one) => one.value === offer.shape);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {offer.title}
        </Text>
        <Text size="xs" c="dimmed">
          {offer.name}
        </Text>
      </Table.Td>
      <Table.Td className="nowrap">{shape ? <Term of={shape.word}>{shape.label}</Term> : words(offer.shape)}</Table.Td>
      <Table.Td className="figure nowrap">{offer.gpu_memory_bytes ? bytes(offer.gpu_memory_bytes) : "—"}</Table.Td>
      <Table.Td className="nowrap">{offer.interconnect ?? "—"}</Table.Td>
      <Table.Td>
        <Text size="sm">
          {plural(offer.unit.vcpus, "vCPU")}, {bytes(offer.unit.memory_bytes)} memory
        </Text>
        {offer.unit.nvme_bytes > 0 && (
          <Text size="xs" c="dimmed">
            {bytes(offer.unit.nvme_bytes)} NVMe
          </Text>
        )}
      </Table.Td>
      <Table.Td className="figure nowrap">
        {offer.price ? (
          <>
            <Text span size="sm" fw={600}>
              {money(offer.price.gpu_hour.nanos, offer.price.gpu_hour.currency)}
            </Text>
            <Text size="xs" c="dimmed">
              per {offer.mig_profile ? "slice" : "GPU"} and hour
            </Text>
          </>
        ) : (
          "no price yet"
        )}
      </Table.Td>
      <Table.Td>
        <Available offer={offer} isFreeNow={isFreeNow} />
      </Table.Td>
      <Table.Td className="row-end">
        {mayCreate && offer.price && (
          <ButtonLink
            to="/projects/$projectId/allocations/new"
            params={{ projectId: projectId }}
            search={{ sku: offer.name }}
            size="compact-sm"
            variant={isFreeNow ? "filled" : "default"}
            aria-label={`${isFreeNow ? "Create" : "Join the queue for"} ${offer.name}`}
          >
            {isFreeNow ? "Create" : "Join the queue"}
          </ButtonLink>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Available({ offer, isFreeNow }: { offer: Offer; isFreeNow: boolean }) {
  if (!offer.in_fleet) {
    return (
      <Badge variant="light" className="state state-gray">
        not in this fleet
      </Badge>
    );
  }
  return isFreeNow ? (
    <Text size="sm">
      up to{" "}
      {sizesFree(offer)
        .filter(({ free }) => free > 0)
        .map(
          ({ count, free }) => `${free} × ${plural(count * offer.gpus_per_unit, offer.mig_profile ? "slice" : "GPU")}`,
        )
        .join(", ")}
    </Text>
  ) : (
    <>
      <Badge variant="light" className="state state-orange">
        all in use
      </Badge>
      {offer.typical_wait_seconds !== undefined && (
        <Text size="xs" c="dimmed" className="nowrap">
          <Term of="typical wait">typical wait</Term> {duration(offer.typical_wait_seconds)}
        </Text>
      )}
    </>
  );
}

/** How many allocations of each size could start now, across all zones. */
function sizesFree(offer: Offer): { count: number; free: number }[] {
  return offer.counts.map((count) => ({
    count,
    free: offer.available.filter((one) => one.count === count).reduce((sum, one) => sum + one.allocations, 0),
  }));
}
