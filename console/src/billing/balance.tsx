import { Alert, Anchor } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProjectId } from "../app/me";
import { Ago } from "../ui/ago";
import { Figure } from "../ui/figure";
import { duration, money } from "../ui/format";
import { type Balance, balanceOf } from "./queries";

/** How long it lasts at today's pace, in words. */
export function lasts(balance: Balance): string {
  if (balance.burn_nanos_per_hour === 0) {
    return "nothing is being spent";
  }
  return balance.seconds_left === undefined ? "lasts" : `lasts ${duration(balance.seconds_left)} at this pace`;
}

export function BalanceFigure({ tenantId }: { tenantId: string | undefined }) {
  const balance = useQuery(balanceOf(tenantId));
  const first = balance.data?.[0];
  const value = balance.isPending ? "…" : first ? money(first.available_nanos, first.currency) : "Nothing";
  return <Figure label="Balance" value={value} note={first ? lasts(first) : "pay in before the first allocation"} />;
}

const WARNINGS: Partial<Record<Balance["level"], string>> = {
  low: "The balance runs low.",
  release_pending: "The balance is used up soon, and then allocations are released.",
  depleted: "The balance is used up. Allocations are released unless somebody pays in.",
  released: "The balance was used up, and allocations were released.",
};

export function BalanceWarning({ tenantId }: { tenantId: string | undefined }) {
  const projectId = useProjectId();
  const balance = useQuery(balanceOf(tenantId));
  return (
    <>
      {(balance.data ?? [])
        .filter((one) => WARNINGS[one.level])
        .map((one) => (
          <Alert key={one.currency} color="orange" icon={<IconAlertTriangle aria-hidden />} title={WARNINGS[one.level]}>
            {money(one.available_nanos, one.currency)} are left
            {one.deadline && (
              <>
                ; time is up <Ago at={one.deadline} />
              </>
            )}
            . <Anchor component={Link} to={`/projects/${projectId}/billing`}>Top up</Anchor>
          </Alert>
        ))}
    </>
  );
}
