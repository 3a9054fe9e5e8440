import { Button, TagsInput, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";

type Sku = Schemas["Sku"];

/** Edits title, sizes and images of a SKU. Other fields are changed with the CLI. */
export function UpdateSkuButton({ sku }: { sku: Sku }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        Edit
      </Button>
      {opened && <UpdateSkuDialog sku={sku} onClose={close} />}
    </>
  );
}

function UpdateSkuDialog({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const [title, setTitle] = useState(sku.title);
  const [counts, setCounts] = useState(sku.counts.map(String));
  const [images, setImages] = useState(sku.images);
  const changed = useChanged();
  const save = async () => {
    const { unit, isolation, region, zone, version } = sku;
    await ask(
      api.PUT("/api/v1/skus/{sku_name}", {
        params: { path: { sku_name: sku.name }, header: once() },
        body: {
          title: title.trim(),
          counts: counts.map(Number),
          images,
          unit,
          isolation,
          version,
          ...(region ? { region } : {}),
          ...(zone ? { zone } : {}),
        },
      }),
    );
    changed(`${sku.name} updated. Existing allocations are not affected.`);
  };
  const areNumbers = counts.length > 0 && counts.every((count) => /^[1-9]\d?$/.test(count));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit ${sku.name}`}
      submit="Save"
      onSubmit={save}
      disabled={title.trim() === "" || !areNumbers || images.length === 0}
    >
      <TextInput
        label="Title"
        required
        maxLength={100}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <TagsInput
        label="Sizes"
        description="Counts users can choose: 1, 2, 4 …"
        required
        value={counts}
        onChange={setCounts}
        error={areNumbers ? undefined : "Numbers from 1 to 64"}
      />
      <TagsInput label="Images" required value={images} onChange={setImages} />
    </FormDialog>
  );
}
