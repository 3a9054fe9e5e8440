import { Anchor, Breadcrumbs, Button, MultiSelect, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask, once } from "../api/client";
import { usePlatformPermissions } from "../app/me";
import { useNow } from "../ui/ago";
import { Figure } from "../ui/figure";
import { FormDialog } from "../ui/form-dialog";
import { dateTime, money, plural, words } from "../ui/format";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { ReasonButton, useChanged } from "./act";
import { AddPrice } from "./add-price";
import { State } from "./badge";
import { TenantLink } from "./names";
import { type Price, holdersOf, nextAfter, priceAt, standingOf } from "./price-line";
import { pricesOf, skus, tenants } from "./queries";
import { EditSku } from "./sku-edit";

type Sku = Schemas["Sku"];

/** What a GPU costs an hour. */
export function Amount({ price }: { price: Price }) {
  return <span className="figure nowrap">{money(price.gpu_hour.nanos, price.gpu_hour.currency)}</span>;
}

export default function SkuPrices() {
  const { skuName } = useParams({ strict: false }) as { skuName: string };
  const sku = useQuery({
    queryKey: [...skus.queryKey, skuName],
    queryFn: () => ask(api.GET("/api/v1/skus/{sku_name}", { params: { path: { sku_name: skuName } } })),
  });
  const prices = useQuery(pricesOf(skuName));
  const mayManage = usePlatformPermissions().has("skus.manage");
  return (
    <Page
      title={sku.data?.title ?? skuName}
      lead={
        <Breadcrumbs component="span" separatorMargin={6}>
          <Anchor component={Link} to="/operator/prices" size="sm">
            Prices
          </Anchor>
          <span>{skuName}</span>
          {sku.data?.retired_at && <State state="retired" />}
        </Breadcrumbs>
      }
      actions={
        mayManage &&
        sku.data && (
          <>
            {!sku.data.retired_at && <Retire sku={sku.data} />}
            <EditSku sku={sku.data} />
            <Visibility sku={sku.data} />
            <AddPrice sku={skuName} />
          </>
        )
      }
    >
      <Loaded query={sku} lines={3}>
        {(one) => (
          <Loaded query={prices} lines={6}>
            {(line) => <Line sku={one} prices={line} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Line({ sku, prices }: { sku: Sku; prices: Price[] }) {
  const now = useNow();
  const current = priceAt(prices, undefined, now);
  const next = nextAfter(prices, undefined, now);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="For a GPU and an hour" value={current ? <Amount price={current} /> : "no price"} note={current ? `since ${dateTime(current.effective_from)}` : "nobody can buy it"} />
        <Figure label="Next" value={next ? <Amount price={next} /> : "—"} note={next ? `from ${dateTime(next.effective_from)}` : "nothing is scheduled"} />
        <Figure label="Prices of their own" value={plural(holdersOf(prices).length, "tenant")} note="the price for everybody does not concern them" />
        <Figure label="Seen by" value={sku.tenant_ids ? plural(sku.tenant_ids.length, "tenant") : "everybody"} note={`${words(sku.shape)}, ${sku.gpu_model}`} />
      </SimpleGrid>
      <PriceTable title="For everybody" prices={prices.filter((price) => !price.tenant_id)} empty="It has no price yet; nobody can buy it." />
      <PriceTable title="For single tenants" prices={prices.filter((price) => price.tenant_id)} empty="No tenant has a price of its own." named="tenant" />
    </Stack>
  );
}

/** Prices, the latest to begin first. `named` is what tells them apart. */
export function PriceTable({ title, prices, empty, named }: { title: string; prices: Price[]; empty: string; named?: "tenant" | "sku" }) {
  const now = useNow();
  const head = [...(named ? [named === "tenant" ? "Tenant" : "SKU"] : []), "For a GPU and an hour", "State", "Begins"];
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {prices.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <TableCard label={title} head={head}>
          {prices.map((price) => (
            <Table.Tr key={price.id}>
              {named === "tenant" && (
                <Table.Td>
                  <TenantLink id={price.tenant_id ?? ""} />
                </Table.Td>
              )}
              {named === "sku" && (
                <Table.Td>
                  <Anchor component={Link} to={`/operator/prices/${encodeURIComponent(price.sku)}`} size="sm">
                    {price.sku}
                  </Anchor>
                </Table.Td>
              )}
              <Table.Td>
                <Amount price={price} />
              </Table.Td>
              <Table.Td>
                <State state={standingOf(price, prices.filter((other) => other.sku === price.sku), now)} />
              </Table.Td>
              <Table.Td className="nowrap">{dateTime(price.effective_from)}</Table.Td>
            </Table.Tr>
          ))}
        </TableCard>
      )}
    </Stack>
  );
}

function Retire({ sku }: { sku: Sku }) {
  return (
    <ReasonButton
      label="Retire"
      title={`Stop selling ${sku.title}?`}
      danger
      done={`${sku.name} is no longer sold.`}
      onAct={(reason, header) => ask(api.POST("/api/v1/skus/{sku_name}/retire", { params: { path: { sku_name: sku.name }, header }, body: { reason } }))}
    >
      Nobody can buy it any more, and its name is never given again. What was bought of it runs on at its price.
    </ReasonButton>
  );
}

function Visibility({ sku }: { sku: Sku }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        Who sees it
      </Button>
      {opened && <VisibilityDialog sku={sku} onClose={close} />}
    </>
  );
}

function VisibilityDialog({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const known = useQuery(tenants);
  const [chosen, setChosen] = useState(sku.tenant_ids ?? []);
  const changed = useChanged();
  const save = async () => {
    await ask(
      api.PUT("/api/v1/skus/{sku_name}/visibility", {
        params: { path: { sku_name: sku.name }, header: once() },
        body: chosen.length === 0 ? {} : { tenant_ids: chosen },
      }),
    );
    changed(`${sku.name} is seen by ${chosen.length === 0 ? "everybody" : plural(chosen.length, "tenant")} now.`);
  };
  return (
    <FormDialog opened onClose={onClose} title={`Who sees ${sku.title}`} submit="Save" onSubmit={save}>
      <Text size="sm">To others it looks absent. What they bought of it runs on.</Text>
      <MultiSelect
        label="Only these tenants"
        placeholder={chosen.length === 0 ? "Everybody" : ""}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Everybody" }}
        data={(known.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
    </FormDialog>
  );
}
