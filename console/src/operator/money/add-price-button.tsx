import { Alert, Button, List, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ActHeader, useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { dateTime, money, tomorrow } from "../../ui/format";
import { useChanged } from "../act";
import { useTenantNames } from "../names";
import { pricesOf, skus, tenants } from "../queries";
import { useMoneyFields } from "./money-fields";
import { effectOf, type Planned, type Price } from "./price-line";

const NOBODY: Price[] = [];

type Props = {
  /** Selected in the dialog if omitted. */
  sku?: string;
  /** Selected in the dialog if omitted; all tenants by default. */
  tenantId?: string;
};

/** Button and dialog to add a price; previews the effect first. */
export function AddPriceButton(given: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        variant={given.tenantId ? "default" : "filled"}
        onClick={open}
      >
        {given.tenantId ? "Set custom price" : "Schedule price"}
      </Button>
      {opened && <AddPriceDialog {...given} onClose={close} />}
    </>
  );
}

function AddPriceDialog({ sku: givenSku, tenantId: givenTenant, onClose }: Props & { onClose: () => void }) {
  const known = useQuery(tenants);
  const sold = useQuery({ ...skus, enabled: givenSku === undefined });
  const [chosenSku, setSku] = useState(givenSku);
  const [chosenTenant, setTenant] = useState(givenTenant ?? null);
  const amount = useMoneyFields("Price per GPU-hour");
  const [begins, setBegins] = useState("later");
  const [at, setAt] = useState(tomorrow);
  const sku = chosenSku ?? "";
  const prices = useQuery({ ...pricesOf(sku), enabled: sku !== "" });
  const changed = useChanged();
  const nameOf = useTenantNames();
  const from = begins === "now" ? undefined : Date.parse(at);
  const isTimed = from === undefined || !Number.isNaN(from);
  const tenant = chosenTenant === null ? undefined : { id: chosenTenant, name: nameOf(chosenTenant) };
  const planned: Planned | undefined =
    amount.written && isTimed && sku ? { sku, price: amount.written, from, tenant } : undefined;
  const act = useAct();
  const add = async () => {
    const body = {
      gpu_hour: amount.read(),
      ...(from === undefined ? {} : { effective_from: new Date(from).toISOString() }),
    };
    const added = await act.send([sku, chosenTenant, body], (header) => send(sku, chosenTenant, body, header));
    const whom = tenant ? ` for ${tenant.name}` : "";
    changed(
      `${sku} costs ${money(added.gpu_hour.nanos, added.gpu_hour.currency)}${whom} from ${from === undefined ? "now on" : dateTime(added.effective_from)}.`,
    );
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={givenSku ? `New price for ${givenSku}` : "New price"}
      submit="Add price"
      onSubmit={add}
      disabled={planned === undefined}
    >
      {givenSku === undefined && (
        <Select
          label="SKU"
          required
          searchable
          data={(sold.data ?? []).map((one) => one.name)}
          value={chosenSku ?? null}
          onChange={(name) => setSku(name ?? undefined)}
        />
      )}
      {givenTenant === undefined && (
        <Select
          label="Applies to"
          placeholder="All tenants without a custom price"
          clearable
          searchable
          clearButtonProps={{ "aria-label": "All tenants" }}
          data={(known.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosenTenant}
          onChange={setTenant}
        />
      )}
      {amount.fields}
      <Stack gap={4}>
        <Text size="sm" fw={500} id="begins">
          Starts
        </Text>
        <SegmentedControl
          aria-labelledby="begins"
          data={[
            { value: "later", label: "At a set time" },
            { value: "now", label: "Now" },
          ]}
          value={begins}
          onChange={setBegins}
        />
        {begins === "later" && (
          <TextInput
            type="datetime-local"
            aria-label="Start time"
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        )}
      </Stack>
      {planned && <Effect planned={planned} prices={prices.data ?? NOBODY} />}
    </FormDialog>
  );
}

function Effect({ planned, prices }: { planned: Planned; prices: Price[] }) {
  return (
    <Alert color="blue" title="Effect of the new price" role="status">
      <List size="sm" spacing={4}>
        {effectOf(planned, prices, Date.now()).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

type Body = { gpu_hour: Price["gpu_hour"]; effective_from?: string };

function send(sku: string, tenantId: string | null, body: Body, header: ActHeader): Promise<Price> {
  return tenantId
    ? ask(
        api.POST("/api/v1/tenants/{tenant_id}/prices", {
          params: { path: { tenant_id: tenantId }, header },
          body: { ...body, sku },
        }),
      )
    : ask(api.POST("/api/v1/skus/{sku_name}/prices", { params: { path: { sku_name: sku }, header }, body }));
}
