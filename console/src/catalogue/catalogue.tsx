import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconServerOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { isFree } from "../allocations/offers";
import { offersOf } from "../allocations/queries";
import type { Offer } from "../api";
import { useCurrentProject } from "../app/me";
import { bytes, money, plural, words } from "../ui/format";
import { ButtonLink } from "../ui/links";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";

export default function Catalogue() {
  const { projectId, can } = useCurrentProject();
  const offers = useQuery(offersOf(projectId));
  return (
    <Page title="Catalogue" lead="GPUs available to this project, with current availability and prices">
      <Loaded query={offers}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconServerOff size={36} aria-hidden />} title="No SKUs offered to this project">
              Operators choose what each tenant can use. Ask yours to offer a SKU.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
              {all.map((offer) => (
                <OfferCard key={offer.name} offer={offer} projectId={projectId} mayCreate={can("allocations.create")} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </Page>
  );
}

function OfferCard({ offer, projectId, mayCreate }: { offer: Offer; projectId: string; mayCreate: boolean }) {
  const isFreeNow = isFree(offer);
  return (
    <Card component="article" aria-label={offer.title}>
      <Stack gap="md" h="100%">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2} size="h4">
              {offer.title}
            </Title>
            <Text size="sm" c="dimmed">
              {offer.name} · {words(offer.shape)}
            </Text>
          </div>
          <Badge variant="light" className={`state state-${isFreeNow ? "teal" : "orange"}`}>
            {isFreeNow ? "available" : "none free"}
          </Badge>
        </Group>
        <Price offer={offer} />
        <Text size="sm">
          {offer.gpu_model}
          {offer.mig_profile ? ` ${offer.mig_profile}` : ""} · {plural(offer.unit.vcpus, "vCPU")} ·{" "}
          {bytes(offer.unit.memory_bytes)} memory
          {offer.unit.nvme_bytes > 0 ? ` · ${bytes(offer.unit.nvme_bytes)} NVMe` : ""}
        </Text>
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            Available now:
          </Text>
          {sizesFree(offer).map(({ count, free }) => (
            <Badge key={count} variant="default" className="state">
              {free} × {plural(count * offer.gpus_per_unit, offer.mig_profile ? "slice" : "GPU")}
            </Badge>
          ))}
        </Group>
        {mayCreate && (
          <ButtonLink
            to="/projects/$projectId/allocations/new"
            params={{ projectId: projectId }}
            search={{ sku: offer.name }}
            mt="auto"
            variant={isFreeNow ? "filled" : "default"}
          >
            {isFreeNow ? "Create" : "Join the queue"}
          </ButtonLink>
        )}
      </Stack>
    </Card>
  );
}

function Price({ offer }: { offer: Offer }) {
  return offer.price ? (
    <Group gap={6} align="baseline">
      <Text fz={26} fw={650} className="figure" span>
        {money(offer.price.gpu_hour.nanos, offer.price.gpu_hour.currency)}
      </Text>
      <Text c="dimmed" size="sm" span>
        per {offer.mig_profile ? "slice" : "GPU"} per hour, billed by the second
      </Text>
    </Group>
  ) : (
    <Text c="dimmed">No price set, so it is not available yet.</Text>
  );
}

/** How many allocations of each size could start now, across all zones. */
function sizesFree(offer: Offer): { count: number; free: number }[] {
  return offer.counts.map((count) => ({
    count,
    free: offer.available.filter((one) => one.count === count).reduce((sum, one) => sum + one.allocations, 0),
  }));
}
