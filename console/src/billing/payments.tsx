import { Badge, Button, Stack, Table, Text } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { all, api, ask } from "../api/client";
import { Ago } from "../ui/ago";
import { money } from "../ui/format";
import { Empty } from "../ui/note";
import { Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { AutoTopUp } from "./auto-top-up";
import { checkoutOf, type Payment } from "./checkout";
import { RefundPaymentButton } from "./refund-payment-button";

const COLORS = { paid: "teal", pending: "blue", failed: "red" } as const;

type Props = { tenantId: string; currency: string; mayPay: boolean; mayRefund: boolean };

export function Payments({ tenantId, currency, mayPay, mayRefund }: Props) {
  return (
    <Stack>
      <AutoTopUp tenantId={tenantId} currency={currency} mayPay={mayPay} />
      <PaymentList tenantId={tenantId} mayPay={mayPay} mayRefund={mayRefund} />
    </Stack>
  );
}

export function PaymentList({ tenantId, mayPay, mayRefund }: Omit<Props, "currency">) {
  const payments = useQuery({
    queryKey: ["balance", tenantId, "payments"],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/tenants/{tenant_id}/payments", {
            params: { path: { tenant_id: tenantId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
  return (
    <Loaded query={payments}>
      {(items) => <PaymentTable tenantId={tenantId} items={items} mayPay={mayPay} mayRefund={mayRefund} />}
    </Loaded>
  );
}

function PaymentTable({ tenantId, items, mayPay, mayRefund }: Omit<Props, "currency"> & { items: Payment[] }) {
  if (items.length === 0) {
    return (
      <Empty icon={<IconCreditCard size={36} aria-hidden />} title="No payments yet">
        Top-ups and refunds are listed here.
      </Empty>
    );
  }
  return (
    <TableCard label="Payments" head={["Date", "Amount", "State", "Refunded", "Provider", ""]}>
      {items.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td className="nowrap">
            <Ago at={payment.requested_at} />
          </Table.Td>
          <Table.Td className="figure nowrap">{money(payment.amount.nanos, payment.amount.currency)}</Table.Td>
          <Table.Td>
            <Badge variant="light" className={`state state-${COLORS[payment.state]}`}>
              {payment.state}
            </Badge>
            {payment.failure && (
              <Text size="xs" c="dimmed">
                {payment.failure}
              </Text>
            )}
          </Table.Td>
          <Table.Td className="figure nowrap">
            {payment.refunded_nanos > 0 ? money(payment.refunded_nanos, payment.amount.currency) : "—"}
          </Table.Td>
          <Table.Td>{payment.provider}</Table.Td>
          <Table.Td>
            {mayPay && checkoutOf(payment) && (
              <Button component="a" href={checkoutOf(payment)} size="compact-sm">
                Pay now
              </Button>
            )}
            {mayRefund && payment.state === "paid" && payment.refunded_nanos < payment.amount.nanos && (
              <RefundPaymentButton tenantId={tenantId} payment={payment} />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </TableCard>
  );
}
