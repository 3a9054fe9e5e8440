import { Autocomplete, Button, NumberInput, Select, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Schemas } from "../../api";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";
import { skus } from "../queries";
import { commandOf, EMPTY_SKU, faultsOf, type SkuDraft } from "./sku-draft";

const SHAPES: { value: Schemas["CapacityShape"]; label: string }[] = [
  { value: "gpu_slice", label: "GPUs of a shared host" },
  { value: "bare_metal", label: "Whole host (bare metal)" },
  { value: "mig", label: "Part of a GPU (MIG)" },
];
const ISOLATION: { value: Schemas["IsolationModel"]; label: string }[] = [
  { value: "user_revoke", label: "Remove the login" },
  { value: "full_reimage", label: "Reinstall the host" },
];

/** Button and dialog to create a SKU. */
export function CreateSkuButton({ isFirst = false }: { isFirst?: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={isFirst ? "filled" : "default"} leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
        New SKU
      </Button>
      {opened && <CreateSkuDialog onClose={close} />}
    </>
  );
}

function CreateSkuDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_SKU);
  const [touched, setTouched] = useState<ReadonlySet<keyof SkuDraft>>(new Set());
  const known = useQuery(skus);
  const changed = useChanged();
  const navigate = useNavigate();
  const faults = faultsOf(draft);
  const unfinished = Object.keys(faults).length > 0;
  const models = [...new Set((known.data ?? []).map((one) => one.gpu_model))];
  const images = [...new Set((known.data ?? []).flatMap((one) => one.images))];
  const change = (part: Partial<SkuDraft>) => setDraft({ ...draft, ...part });
  /** Fields show errors after blur, not while typing. */
  const field = (name: keyof SkuDraft) => ({
    error: touched.has(name) ? faults[name] : undefined,
    onBlur: () => setTouched(new Set(touched).add(name)),
  });
  const act = useAct();
  const create = async () => {
    const body = commandOf(draft);
    const made = await act.send(body, (header) => ask(api.POST("/api/v1/skus", { params: { header }, body })));
    changed(`${made.name} created. Add a price to make it available.`);
    void navigate({ to: "/operator/prices/$skuName", params: { skuName: made.name } });
  };
  return (
    <FormDialog opened onClose={onClose} title="New SKU" submit="Create SKU" onSubmit={create} disabled={unfinished}>
      <TextInput
        label="Name"
        description="Used by the API and CLI. Cannot be changed later."
        required
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        {...field("name")}
        data-autofocus
      />
      <TextInput
        label="Title"
        description="Shown in the catalogue."
        required
        maxLength={100}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        {...field("title")}
      />
      <Select
        label="Sold as"
        data={SHAPES}
        allowDeselect={false}
        value={draft.shape}
        onChange={(shape) =>
          shape && change({ shape, ...(shape === "bare_metal" ? {} : { isolation: "user_revoke" as const }) })
        }
      />
      <Autocomplete
        label="GPU model"
        required
        data={models}
        value={draft.model}
        onChange={(model) => change({ model })}
        {...field("model")}
      />
      {draft.shape === "mig" && (
        <TextInput
          label="MIG profile"
          required
          placeholder="1g.10gb"
          value={draft.profile}
          onChange={(event) => change({ profile: event.currentTarget.value })}
          {...field("profile")}
        />
      )}
      {draft.shape === "gpu_slice" && (
        <TagsInput
          label="Sizes"
          description="GPU counts users can choose."
          required
          value={draft.counts}
          onChange={(counts) => change({ counts })}
          {...field("counts")}
        />
      )}
      {draft.shape === "bare_metal" && (
        <NumberInput
          label="GPUs per host"
          required
          min={1}
          max={64}
          value={draft.gpus}
          onChange={(gpus) => change({ gpus })}
          {...field("gpus")}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberInput
          label={draft.shape === "gpu_slice" ? "vCPUs per GPU" : "vCPUs"}
          required
          min={1}
          value={draft.vcpus}
          onChange={(vcpus) => change({ vcpus })}
          {...field("vcpus")}
        />
        <NumberInput
          label="Memory"
          required
          min={1}
          suffix=" GiB"
          value={draft.memoryGib}
          onChange={(memoryGib) => change({ memoryGib })}
          {...field("memoryGib")}
        />
        <NumberInput
          label="NVMe"
          required
          min={0}
          suffix=" GB"
          value={draft.nvmeGb}
          onChange={(nvmeGb) => change({ nvmeGb })}
          {...field("nvmeGb")}
        />
      </SimpleGrid>
      {draft.shape === "bare_metal" && (
        <Select
          label="On release"
          data={ISOLATION}
          allowDeselect={false}
          value={draft.isolation}
          onChange={(isolation) => isolation && change({ isolation })}
        />
      )}
      <TagsInput
        label="Images"
        required
        data={images}
        value={draft.images}
        onChange={(chosen) => change({ images: chosen })}
        {...field("images")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Region"
          placeholder="Anywhere"
          value={draft.region}
          onChange={(event) => change({ region: event.currentTarget.value })}
          {...field("region")}
        />
        <TextInput
          label="Zone"
          placeholder="Anywhere"
          value={draft.zone}
          onChange={(event) => change({ zone: event.currentTarget.value })}
          {...field("zone")}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
