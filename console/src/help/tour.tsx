import { Affix, Button, Card, Group, Text } from "@mantine/core";
import { useEffect } from "react";
import { useTour } from "./tour-state";

export { useTour } from "./tour-state";

/** Each step points at one part of the page; steps whose part the person does not have are left out. */
const STEPS = [
  {
    at: 'nav a[href$="/catalogue"]',
    title: "Choose a GPU",
    text: "The catalogue shows what is free now, with memory and price.",
  },
  {
    at: 'nav a[href$="/allocations"]',
    title: "Get to work",
    text: "Your GPUs are listed here. A terminal opens in the browser; files go in and out beside it.",
  },
  {
    at: 'nav a[href$="/billing"]',
    title: "Keep an eye on cost",
    text: "Billing shows what each allocation cost to the second. Set a budget to be told in time.",
  },
  {
    at: 'nav a[href="/operator/fleet"]',
    title: "Look at the fleet",
    text: "The map shows every GPU of every host. The overview says what needs attention.",
  },
  {
    at: 'button[aria-label="Help"]',
    title: "Find help",
    text: "Documentation, shortcuts and problem reports are here. Ctrl+K finds everything else.",
  },
];

/** The running tour: a card at the bottom of the window, and an outline around what it speaks of. */
export function Tour() {
  const { step, goTo, end } = useTour();
  const steps = step === undefined ? [] : STEPS.filter(({ at }) => document.querySelector(at));
  const current = step === undefined ? undefined : steps[step];
  const at = current?.at;
  useEffect(() => {
    const target = at ? document.querySelector(at) : null;
    target?.classList.add("toured");
    target?.scrollIntoView({ block: "nearest" });
    return () => target?.classList.remove("toured");
  }, [at]);
  if (step === undefined || !current) {
    return null;
  }
  const isLast = step === steps.length - 1;
  return (
    <Affix position={{ bottom: 20, left: "50%" }} className="tour">
      <Card shadow="lg" w={340} maw="calc(100vw - 32px)" component="section" aria-label="Tour">
        <Text fw={600}>{current.title}</Text>
        <Text size="sm" mt={4} mb="sm" role="status">
          {current.text}
        </Text>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {step + 1} of {steps.length}
          </Text>
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={end}>
              {isLast ? "Close" : "Skip tour"}
            </Button>
            {!isLast && (
              <Button size="xs" onClick={() => goTo(step + 1)} data-autofocus>
                Next
              </Button>
            )}
          </Group>
        </Group>
      </Card>
    </Affix>
  );
}
