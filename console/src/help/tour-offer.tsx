import { Alert, Button, Group } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useTour } from "./tour-state";

/** Offers the tour on the first visit in this browser. */
export function TourOffer() {
  const { isNew, start, end } = useTour();
  return isNew ? (
    <Alert color="gray" icon={<IconRoute aria-hidden />} title="New here?" p="sm">
      <Group justify="space-between" gap="xs">
        A tour of a minute shows where things are.
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={end}>
            Skip
          </Button>
          <Button size="xs" onClick={start}>
            Take the tour
          </Button>
        </Group>
      </Group>
    </Alert>
  ) : null;
}
