import {
  Button,
  Card,
  Grid,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Offer, Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { asProblem } from "../api/problem";
import { useCurrentProject } from "../app/me";
import { SHOWN_IN_PLACE } from "../app/queries";
import { plural } from "../ui/format";
import { ButtonLink } from "../ui/links";
import { Empty, ProblemNote } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { Estimate } from "./estimate";
import { LabelInput } from "./label-input";
import { labelsOf } from "./labels";
import { TO_TERMINAL } from "./open-terminal";
import { offersOf } from "./queries";

export default function CreateAllocation() {
  const { projectId } = useCurrentProject();
  const offers = useQuery(offersOf(projectId));
  return (
    <Page title="New allocation" lead="Billing starts after the GPU passes its health check">
      <Loaded query={offers} lines={8}>
        {(all) => {
          const [first, ...others] = all.filter((offer) => offer.price);
          return first ? (
            <Form projectId={projectId} offers={[first, ...others]} />
          ) : (
            <Empty title="No SKUs available to this project">
              Ask your operator to offer a priced SKU to your tenant.
            </Empty>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Form({ projectId, offers }: { projectId: string; offers: [Offer, ...Offer[]] }) {
  const { can } = useCurrentProject();
  const asked = useSearch({ from: "/projects/$projectId/allocations/new" });
  const navigate = useNavigate({ from: "/projects/$projectId/allocations/new" });
  const queries = useQueryClient();
  const [sku, setSku] = useState(offers.find((offer) => offer.name === asked.sku)?.name ?? offers[0].name);
  const offer = offers.find((one) => one.name === sku) ?? offers[0];
  const [count, setCount] = useState(offer.counts[0] ?? 1);
  const [name, setName] = useState("");
  const [labels, setLabels] = useState<string[]>([]);
  const [image, setImage] = useState<string | null>(null);
  const [hours, setHours] = useState<number | string>("");
  const [idle, setIdle] = useState<number | string>("");
  const [queue, setQueue] = useState(false);
  const [isProtected, setProtected] = useState(false);
  const act = useAct();
  const create = useMutation({
    meta: SHOWN_IN_PLACE,
    mutationFn: () => {
      const body: Schemas["CreateAllocation"] = {
        sku,
        count,
        labels: labelsOf(labels),
        queue,
        protected: isProtected,
        ...(name.trim() ? { name: name.trim() } : {}),
        ...(image ? { image } : {}),
        ...(typeof hours === "number" && hours > 0 ? { max_duration_seconds: Math.round(hours * 3600) } : {}),
        ...(typeof idle === "number" && idle > 0 ? { idle_release_seconds: Math.round(idle * 60) } : {}),
      };
      return act.send(body, (header) =>
        ask(
          api.POST("/api/v1/projects/{project_id}/allocations", {
            params: { path: { project_id: projectId }, header },
            body,
          }),
        ),
      );
    },
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: ["project", projectId] });
      void navigate({
        to: "/projects/$projectId/allocations/$allocationId",
        params: { projectId: projectId, allocationId: created.id },
        search: can("terminals.open") ? TO_TERMINAL : {},
      });
    },
  });
  const problem = create.isError ? asProblem(create.error) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Card>
            <Stack gap="md">
              <Select
                label="SKU"
                data={offers.map((one) => ({ value: one.name, label: `${one.title} (${one.name})` }))}
                value={sku}
                allowDeselect={false}
                onChange={(value) => {
                  const chosen = offers.find((one) => one.name === value);
                  if (chosen) {
                    setSku(chosen.name);
                    setImage(null);
                    setCount(chosen.counts.includes(count) ? count : (chosen.counts[0] ?? 1));
                  }
                }}
              />
              <div>
                <Text size="sm" fw={500} mb={4} id="count-label">
                  Size
                </Text>
                <SegmentedControl
                  aria-labelledby="count-label"
                  value={String(count)}
                  onChange={(value) => setCount(Number(value))}
                  data={offer.counts.map((one) => ({
                    value: String(one),
                    label: plural(one * offer.gpus_per_unit, offer.mig_profile ? "slice" : "GPU"),
                  }))}
                />
              </div>
              <TextInput
                label="Name"
                description="Optional. We'll generate a name."
                value={name}
                maxLength={100}
                onChange={(event) => setName(event.currentTarget.value)}
                error={problem?.violationOf("name")}
              />
              <LabelInput value={labels} onChange={setLabels} />
              {offer.images.length > 0 && (
                <Select
                  label="Image"
                  placeholder="Default"
                  clearable
                  data={offer.images}
                  value={image}
                  onChange={setImage}
                  clearButtonProps={{ "aria-label": "Use the default image" }}
                />
              )}
              <NumberInput
                label="Auto-release after"
                description="Hours after it becomes active. Leave blank for the project's default."
                min={0.1}
                max={8760}
                decimalScale={2}
                suffix=" h"
                value={hours}
                onChange={setHours}
              />
              <NumberInput
                label="Release when idle for"
                description="Minutes that all GPUs are idle. Leave blank for the project's default."
                min={10}
                max={43200}
                allowDecimal={false}
                suffix=" min"
                value={idle}
                onChange={setIdle}
              />
              <Switch
                label="Queue the request if no capacity is free"
                checked={queue}
                onChange={(event) => setQueue(event.currentTarget.checked)}
              />
              <Switch
                label="Protect from accidental release"
                checked={isProtected}
                onChange={(event) => setProtected(event.currentTarget.checked)}
              />
            </Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack className="sticky">
            <Estimate
              projectId={projectId}
              sku={sku}
              count={count}
              queue={queue}
              typicalWait={offer.typical_wait_seconds}
              onQueue={() => setQueue(true)}
            />
            {create.isError && <ProblemNote error={create.error} />}
            <Group grow>
              <ButtonLink variant="default" to="/projects/$projectId/allocations" params={{ projectId: projectId }}>
                Cancel
              </ButtonLink>
              <Button type="submit" loading={create.isPending}>
                {queue ? "Create or queue" : "Create allocation"}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  );
}
