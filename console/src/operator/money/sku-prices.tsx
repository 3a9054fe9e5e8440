import { Breadcrumbs, Button, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { useNow } from "../../ui/ago";
import { Figure } from "../../ui/figure";
import { dateTime, money, plural, words } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { TenantLink } from "../names";
import { pricesOf, skus } from "../queries";
import { AddPriceButton } from "./add-price-button";
import { holdersOf, nextAfter, type Price, priceAt, standingOf } from "./price-line";
import { RetireSkuButton } from "./retire-sku-button";
import { SetSkuVisibilityDialog } from "./set-sku-visibility-dialog";
import { UpdateSkuButton } from "./update-sku-button";

type Sku = Schemas["Sku"];

/** Price per GPU-hour. */
export function Amount({ price }: { price: Price }) {
  return <span className="figure nowrap">{money(price.gpu_hour.nanos, price.gpu_hour.currency)}</span>;
}

export default function SkuPrices() {
  const { skuName } = useParams({ from: "/operator/prices/$skuName" });
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
          <AnchorLink to="/operator/prices" size="sm">
            Prices
          </AnchorLink>
          <span>{skuName}</span>
          {sku.data?.retired_at && <State state="retired" />}
        </Breadcrumbs>
      }
      actions={
        mayManage &&
        sku.data && (
          <>
            {!sku.data.retired_at && <RetireSkuButton sku={sku.data} />}
            <UpdateSkuButton sku={sku.data} />
            <Visibility sku={sku.data} />
            <AddPriceButton sku={skuName} />
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
        <Figure
          label="Per GPU-hour"
          value={current ? <Amount price={current} /> : "no price"}
          note={current ? `since ${dateTime(current.effective_from)}` : "not available"}
        />
        <Figure
          label="Next"
          value={next ? <Amount price={next} /> : "—"}
          note={next ? `from ${dateTime(next.effective_from)}` : "nothing scheduled"}
        />
        <Figure
          label="Custom prices"
          value={plural(holdersOf(prices).length, "tenant")}
          note="standard prices do not apply to them"
        />
        <Figure
          label="Visible to"
          value={sku.tenant_ids ? plural(sku.tenant_ids.length, "tenant") : "all tenants"}
          note={`${words(sku.shape)}, ${sku.gpu_model}`}
        />
      </SimpleGrid>
      <PriceTable
        title="Standard prices"
        prices={prices.filter((price) => !price.tenant_id)}
        empty="No price yet. Add one to make the SKU available."
      />
      <PriceTable
        title="Custom prices"
        prices={prices.filter((price) => price.tenant_id)}
        empty="No tenant has a custom price."
        named="tenant"
      />
    </Stack>
  );
}

/** Prices, latest start first. `named` selects the first column. */
export function PriceTable({
  title,
  prices,
  empty,
  named,
}: {
  title: string;
  prices: Price[];
  empty: string;
  named?: "tenant" | "sku";
}) {
  const now = useNow();
  const head = [...(named ? [named === "tenant" ? "Tenant" : "SKU"] : []), "Per GPU-hour", "State", "Starts"];
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
                  <AnchorLink to="/operator/prices/$skuName" params={{ skuName: price.sku }} size="sm">
                    {price.sku}
                  </AnchorLink>
                </Table.Td>
              )}
              <Table.Td>
                <Amount price={price} />
              </Table.Td>
              <Table.Td>
                <State
                  state={standingOf(
                    price,
                    prices.filter((other) => other.sku === price.sku),
                    now,
                  )}
                />
              </Table.Td>
              <Table.Td className="nowrap">{dateTime(price.effective_from)}</Table.Td>
            </Table.Tr>
          ))}
        </TableCard>
      )}
    </Stack>
  );
}

function Visibility({ sku }: { sku: Sku }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        Visibility
      </Button>
      {opened && <SetSkuVisibilityDialog sku={sku} onClose={close} />}
    </>
  );
}
