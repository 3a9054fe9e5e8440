import { Alert, Anchor } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProjectId } from "../app/me";
import { Ago } from "../ui/ago";
import { Figure } from "../ui/figure";
import { money } from "../ui/format";
import { balanceText } from "./balance-text";
import { type Balance, balanceOf } from "./queries";

export function BalanceFigure({ tenantId }: { tenantId: string | undefined }) {
  return <Figure label="Balance" {...balanceText(useQuery(balanceOf(tenantId)))} />;
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
