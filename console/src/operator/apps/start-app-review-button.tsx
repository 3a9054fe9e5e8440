import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, ask } from "../../api/client";
import { partsOf } from "../../apps/names";
import { useChanged } from "../act";

/** Starts the review of a submitted version, or takes it over from a reviewer who has had it too long. */
export function StartAppReviewButton({ app, version, label }: { app: string; version: string; label: string }) {
  const changed = useChanged();
  const start = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/start", {
          params: { path: { ...partsOf(app), app_version: version } },
        }),
      ),
    onSuccess: () => changed(`You review ${app} ${version} now.`),
  });
  return (
    <Button onClick={() => start.mutate()} loading={start.isPending}>
      {label}
    </Button>
  );
}
