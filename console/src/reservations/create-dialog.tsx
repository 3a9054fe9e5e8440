import { Group, NumberInput, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { offersOf } from "../allocations/queries";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { money, tomorrow } from "../ui/format";
import { tell } from "../ui/tell";

const HOUR_MS = 3_600_000;

type Props = { projectId: string; opened: boolean; onClose: () => void; onReserved: () => Promise<void> };

export function CreateReservationDialog({ projectId, opened, onClose, onReserved }: Props) {
  const offers = useQuery({ ...offersOf(projectId), enabled: opened });
  const [chosen, setChosen] = useState<string>();
  const [count, setCount] = useState<string>();
  const [name, setName] = useState("");
  const [starts, setStarts] = useState(tomorrow);
  const [hours, setHours] = useState<number | string>(8);
  const priced = (offers.data ?? []).filter((offer) => offer.price);
  const offer = priced.find((one) => one.name === chosen) ?? priced[0];
  const size = Number(offer?.counts.some((one) => String(one) === count) ? count : (offer?.counts[0] ?? 1));
  const begin = new Date(starts);
  const isComplete = offer !== undefined && !Number.isNaN(begin.getTime()) && Number(hours) > 0;
  const act = useAct();
  const reserve = async () => {
    const body = {
      sku: offer?.name ?? "",
      count: size,
      starts_at: begin.toISOString(),
      ends_at: new Date(begin.getTime() + Number(hours) * HOUR_MS).toISOString(),
      ...(name.trim() ? { name: name.trim() } : {}),
    };
    const made = await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/reservations", {
          params: { path: { project_id: projectId }, header },
          body,
        }),
      ),
    );
    await onReserved();
    setName("");
    tell(`${made.name} is reserved.`);
  };
  const hourly = offer?.price ? offer.price.gpu_hour.nanos * offer.gpus_per_unit * size : 0;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Reserve capacity"
      submit="Reserve"
      onSubmit={reserve}
      disabled={!isComplete}
    >
      <TextInput
        label="Name"
        placeholder="Optional"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
      />
      <Select
        label="SKU"
        data={priced.map((one) => one.name)}
        value={offer?.name ?? null}
        allowDeselect={false}
        onChange={(value) => setChosen(value ?? undefined)}
      />
      <Select
        label="Count"
        data={(offer?.counts ?? []).map(String)}
        value={String(size)}
        allowDeselect={false}
        onChange={(value) => setCount(value ?? undefined)}
      />
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label="Starts"
          value={starts}
          onChange={(event) => setStarts(event.currentTarget.value)}
        />
        <NumberInput label="Duration (hours)" min={1} max={2160} value={hours} onChange={setHours} />
      </Group>
      {offer?.price && (
        <Text size="sm" c="dimmed">
          {money(hourly, offer.price.gpu_hour.currency)} per hour once active;{" "}
          {money(hourly * Number(hours), offer.price.gpu_hour.currency)} in total at today's price.
        </Text>
      )}
    </FormDialog>
  );
}
