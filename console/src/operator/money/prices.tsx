import { Stack, Table, Text } from "@mantine/core";
import { IconTags } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api";
import { usePlatformPermissions } from "../../app/me";
import { dateTime, plural, words } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { pricesOf, skus } from "../queries";
import { AddPriceButton } from "./add-price-button";
import { CreateSkuButton } from "./create-sku-button";
import { holdersOf, nextAfter, type Price } from "./price-line";
import { Amount } from "./sku-prices";

type Sku = Schemas["Sku"];

/** The API lists prices per SKU; this bounds the number of requests. */
const SKUS_MAX = 50;

export default function Prices() {
  const known = useQuery(skus);
  const mayManage = usePlatformPermissions().has("skus.manage");
  return (
    <Page
      title="Prices"
      lead="SKUs, prices and price schedules"
      actions={
        mayManage && (
          <>
            <CreateSkuButton />
            <AddPriceButton />
          </>
        )
      }
    >
      <Loaded query={known} lines={8}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconTags size={36} aria-hidden />}
              title="No SKUs yet"
              action={mayManage && <CreateSkuButton isFirst />}
            >
              Create a SKU, then add a price to make it available.
            </Empty>
          ) : (
            <Skus all={all} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Skus({ all }: { all: Sku[] }) {
  const lines = useQueries({ queries: all.slice(0, SKUS_MAX).map((sku) => pricesOf(sku.name)) });
  const sold = all.map((sku, number) => ({ sku, prices: lines[number]?.data }));
  const order = [...sold.filter(({ sku }) => !sku.retired_at), ...sold.filter(({ sku }) => sku.retired_at)];
  return (
    <TableCard label="SKUs" head={["SKU", "GPU-hour", "Next", "Custom prices", "Sold as", "Visible to"]} minWidth={900}>
      {order.map(({ sku, prices }) => (
        <Row key={sku.name} sku={sku} prices={prices} />
      ))}
    </TableCard>
  );
}

function Row({ sku, prices }: { sku: Sku; prices: Price[] | undefined }) {
  const next = prices && nextAfter(prices, undefined, Date.now());
  const own = prices ? holdersOf(prices).length : 0;
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0} align="flex-start">
          <AnchorLink to="/operator/prices/$skuName" params={{ skuName: sku.name }} fw={500}>
            {sku.title}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {sku.name}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td className="figure nowrap">
        {sku.price ? <Amount price={sku.price} /> : <Text size="sm">none: not available</Text>}
      </Table.Td>
      <Table.Td className="figure">
        {next ? (
          <>
            <Amount price={next} />
            <Text size="xs" c="dimmed">
              from {dateTime(next.effective_from)}
            </Text>
          </>
        ) : (
          "—"
        )}
      </Table.Td>
      <Table.Td className="figure">{prices ? (own === 0 ? "—" : plural(own, "tenant")) : "…"}</Table.Td>
      <Table.Td>{sku.retired_at ? <State state="retired" /> : words(sku.shape)}</Table.Td>
      <Table.Td>{sku.tenant_ids ? plural(sku.tenant_ids.length, "tenant") : "everybody"}</Table.Td>
    </Table.Tr>
  );
}
