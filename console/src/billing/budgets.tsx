import { Badge, Box, Button, Card, Group, Progress, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Project, Schemas } from "../api";
import { all, api, ask } from "../api/client";
import { asProblem } from "../api/problem";
import { permissionsOf, useMe, usePlaces } from "../app/me";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { money, parseMoney } from "../ui/format";
import { Loaded } from "../ui/page";
import { tell } from "../ui/tell";
import { RemoveBudgetButton } from "./remove-budget-button";

type Budget = Schemas["Budget"];
type Action = Schemas["BudgetAction"];

/** Percentages that trigger a notification; at the last one, new allocations may be refused or all released. */
const STEPS = [50, 80, 100];
const PROJECTS_MAX = 50;
const NANOS = 1_000_000_000;

const ACTION_NAMES: Action[] = ["alert", "refuse", "release"];
const ACTIONS: Record<Action, string> = {
  alert: "Notify only",
  refuse: "Block new allocations",
  release: "Block new and release running allocations",
};

/** Keyed under the balance, because every charge changes it. */
const keyOf = (tenantId: string) => ["balance", tenantId, "budgets"];

/** Callers who cannot list the tenant's budgets fetch them project by project. */
function budgetsOf(tenantId: string, projects: Project[], mayList: boolean) {
  return queryOptions({
    queryKey: [...keyOf(tenantId), ...(mayList ? [] : projects.map((project) => project.id))],
    queryFn: async (): Promise<Budget[]> =>
      mayList
        ? all((cursor) =>
            ask(
              api.GET("/api/v1/tenants/{tenant_id}/budgets", {
                params: { path: { tenant_id: tenantId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
              }),
            ),
          )
        : (await Promise.all(projects.map(budgetOf))).flat(),
  });
}

async function budgetOf({ id }: Project): Promise<Budget[]> {
  try {
    return [await ask(api.GET("/api/v1/projects/{project_id}/budget", { params: { path: { project_id: id } } }))];
  } catch (error) {
    // Not found is normal: most projects have no budget.
    if (asProblem(error).status === 404) {
      return [];
    }
    throw error;
  }
}

/** Monthly budget and spend of each project in the tenant. */
export function Budgets({ tenantId, currency, mayManage }: { tenantId: string; currency: string; mayManage: boolean }) {
  const places = usePlaces();
  const me = useMe();
  const projects = (places.data ?? [])
    .filter((place) => place.project.tenant_id === tenantId)
    .map((place) => place.project);
  const mayList = me.data !== undefined && permissionsOf(me.data, tenantId).has("budgets.read");
  const budgets = useQuery(budgetsOf(tenantId, projects.slice(0, PROJECTS_MAX), mayList));
  return (
    <Loaded query={budgets}>
      {(known) => (
        <Stack>
          {projects.slice(0, PROJECTS_MAX).map((project) => (
            <BudgetCard
              key={project.id}
              project={project}
              budget={known.find((one) => one.project_id === project.id)}
              currency={currency}
              mayManage={mayManage}
            />
          ))}
          {projects.length > PROJECTS_MAX && <Text c="dimmed">Showing the first {PROJECTS_MAX} projects.</Text>}
        </Stack>
      )}
    </Loaded>
  );
}

function BudgetCard({
  project,
  budget,
  currency,
  mayManage,
}: {
  project: Project;
  budget: Budget | undefined;
  currency: string;
  mayManage: boolean;
}) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(project.tenant_id) });
  return (
    <Card component="section" aria-label={`Budget for ${project.name}`}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {project.name}
          </Title>
          {mayManage && (
            <Group gap="xs">
              <SetBudget project={project} budget={budget} currency={currency} onSet={refresh} />
              {budget && <RemoveBudgetButton project={project} onRemoved={refresh} />}
            </Group>
          )}
        </Group>
        {budget ? (
          <Spent budget={budget} />
        ) : (
          <Text c="dimmed">No budget. The project can spend up to the tenant's balance.</Text>
        )}
      </Stack>
    </Card>
  );
}

function Spent({ budget }: { budget: Budget }) {
  const { currency, nanos } = budget.monthly;
  const percent = nanos === 0 ? 100 : (budget.spent_nanos / nanos) * 100;
  const color = percent >= 100 ? "red.8" : percent >= 80 ? "orange.8" : "teal.8";
  const spent = `${money(budget.spent_nanos, currency)} of ${money(nanos, currency)}`;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text className="figure">
          <strong>{spent}</strong> in {budget.month}, {percent < 10 ? percent.toFixed(1) : Math.round(percent)} %
        </Text>
        <Badge variant="light" className={`state state-${percent >= 100 ? "red" : percent >= 80 ? "orange" : "gray"}`}>
          at 100 %: {actionText(budget.action).toLowerCase()}
        </Badge>
      </Group>
      <Box pos="relative">
        <Progress value={Math.min(100, percent)} color={color} size="lg" aria-label={`Spent: ${spent}`} />
        {STEPS.slice(0, -1).map((step) => (
          <span key={step} className="budget-step" style={{ left: `${step}%` }} aria-hidden />
        ))}
      </Box>
      <Box pos="relative" h={18} aria-hidden>
        {STEPS.map((step) => (
          <Text
            key={step}
            size="xs"
            c="dimmed"
            className="budget-step-label"
            style={{ left: `${step}%` }}
            data-last={step === 100}
          >
            {step} %
          </Text>
        ))}
      </Box>
      <Text size="sm" c="dimmed">
        {budget.alerted_percent > 0
          ? `Last notification at ${budget.alerted_percent} % this month.`
          : "Notifications are sent at 50, 80 and 100 %."}
      </Text>
    </Stack>
  );
}

/** A newer server may know more actions. */
function actionText(action: string): string {
  const known = ACTION_NAMES.find((one) => one === action);
  return known ? ACTIONS[known] : action;
}

function SetBudget({
  project,
  budget,
  currency,
  onSet,
}: {
  project: Project;
  budget: Budget | undefined;
  currency: string;
  onSet: () => Promise<void>;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const [amount, setAmount] = useState("");
  const [action, setAction] = useState<Action>("alert");
  const nanos = parseMoney(amount);
  useOnOpen(opened, () => {
    setAmount(budget ? String(budget.monthly.nanos / NANOS) : "");
    setAction(ACTION_NAMES.find((one) => one === budget?.action) ?? "alert");
  });
  const set = async () => {
    await ask(
      api.PUT("/api/v1/projects/{project_id}/budget", {
        params: { path: { project_id: project.id } },
        body: { monthly: { nanos: nanos ?? 0, currency: budget?.monthly.currency ?? currency }, action },
      }),
    );
    await onSet();
    tell(`${project.name} has a budget of ${money(nanos ?? 0, currency)} per month.`);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={budget ? `Change budget for ${project.name}` : `Set budget for ${project.name}`}
      >
        {budget ? "Change" : "Set budget"}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Budget for ${project.name}`}
        submit="Set budget"
        onSubmit={set}
        disabled={!nanos}
      >
        <TextInput
          label="Monthly amount"
          description={`In ${budget?.monthly.currency ?? currency}`}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          data-autofocus
        />
        <Select
          label="At 100 %"
          data={ACTION_NAMES.map((value) => ({ value, label: ACTIONS[value] }))}
          value={action}
          allowDeselect={false}
          onChange={(value) => value && setAction(value)}
        />
      </FormDialog>
    </>
  );
}
