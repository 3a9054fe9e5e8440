import { Button, Card, Checkbox, Code, Group, Radio, Stack, Text, Textarea, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Schemas } from "../../api";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { partsOf } from "../../apps/names";
import { ProblemNote } from "../../ui/note";
import { useChanged } from "../act";
import { missingFor } from "./verdict";

type Outcome = Schemas["AppReviewOutcome"];

const OUTCOMES: { value: Outcome; label: string; description: string; done: string }[] = [
  {
    value: "approve",
    label: "Approve",
    description: "The publisher can publish exactly this content to other tenants.",
    done: "Approved",
  },
  {
    value: "request_changes",
    label: "Ask for changes",
    description: "The publisher changes the manifest and submits the version again.",
    done: "Asked for changes to",
  },
  {
    value: "reject",
    label: "Reject",
    description: "Final for this version. The publisher can submit another one.",
    done: "Rejected",
  },
];

/** Decides the review of a version: approve, ask for changes, or reject. */
export function ReviewAppVersionForm({ review }: { review: Schemas["AppReview"] }) {
  const { app, version } = review.version;
  const [outcome, setOutcome] = useState<Outcome | "">("");
  const [message, setMessage] = useState("");
  const [agreed, setAgreed] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const navigate = useNavigate();
  const changed = useChanged();
  const act = useAct();
  const missing = missingFor({ outcome, message, agreed, points: review.points });
  const decide = async () => {
    if (outcome === "") {
      return;
    }
    setBusy(true);
    setError(undefined);
    // An approval is for the content that this page shows.
    const digest = review.version.digest;
    const body = { outcome, message: message.trim(), agreed, ...(outcome === "approve" && { digest }) };
    try {
      await act.send(body, (header) =>
        ask(
          api.POST("/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/decide", {
            params: { path: { ...partsOf(app), app_version: version }, header },
            body,
          }),
        ),
      );
      changed(`${OUTCOMES.find((one) => one.value === outcome)?.done ?? "Decided"} ${app} ${version}.`);
      void navigate({ to: "/operator/app-reviews" });
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card component="section" aria-label="Decision">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void decide();
        }}
      >
        <Stack>
          <Title order={2} size="h5">
            Checklist
          </Title>
          {review.points.length === 0 ? (
            <Text size="sm" c="dimmed">
              Lint found no point that a reviewer must agree to. Look at the changes all the same.
            </Text>
          ) : (
            <Checkbox.Group label="An approval agrees to every point" value={agreed} onChange={setAgreed}>
              <Stack gap="xs" mt={6}>
                {review.points.map((point) => (
                  <Checkbox
                    key={point.id}
                    value={point.id}
                    label={point.message}
                    description={
                      <>
                        <Code>{point.pointer}</Code> {point.code}
                      </>
                    }
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Radio.Group
            label="Decision"
            value={outcome}
            // Radio buttons give texts; only these outcomes are offered.
            onChange={(value) => setOutcome(value as Outcome)}
          >
            <Stack gap="xs" mt={6}>
              {OUTCOMES.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Message"
            description="The publisher reads it."
            required
            autosize
            minRows={3}
            maxLength={2000}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          {error !== undefined && <ProblemNote error={error} />}
          <Group justify="flex-end">
            {missing && (
              <Text size="sm" c="dimmed">
                {missing}
              </Text>
            )}
            <Button type="submit" loading={busy} disabled={missing !== undefined}>
              Decide
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
