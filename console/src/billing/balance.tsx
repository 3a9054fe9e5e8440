import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useProjectId } from "../app/me";
import { Ago } from "../ui/ago";
import { Figure } from "../ui/figure";
import { money } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { balanceText } from "./balance-text";
import { type Balance, balanceOf } from "./queries";

export function BalanceFigure({ tenantId }: { tenantId: string | undefined }) {
  return <Figure label="Balance" {...balanceText(useQuery(balanceOf(tenantId)))} />;
}

const WARNINGS: Partial<Record<Balance["level"], string>> = {
  low: "Your balance is running low.",
  release_pending: "Your balance is about to run out. Allocations will then be released.",
  depleted: "Your balance has run out. Allocations will be released unless you top up.",
  released: "Your balance ran out and allocations were released.",
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
            {money(one.available_nanos, one.currency)} left
            {one.deadline && (
              <>
                ; deadline <Ago at={one.deadline} />
              </>
            )}
            .{" "}
            <AnchorLink to="/projects/$projectId/billing" params={{ projectId: projectId }}>
              Top up
            </AnchorLink>
          </Alert>
        ))}
    </>
  );
}
