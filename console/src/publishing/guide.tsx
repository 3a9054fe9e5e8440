import { Anchor, Button, Card, List, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CommandLines } from "./command-lines";
import { pushCommand, signCommand } from "./commands";
import { STEPS, type Step } from "./steps";

type Props = {
  done: Set<Step>;
  current: Step | undefined;
  namespace: string | undefined;
  artifactId: string | undefined;
  register: ReactNode;
  onTab: (tab: string) => void;
};

/** The way to a published app in six steps; the one at hand says what to do. */
export function PublishGuide({ done, current, namespace = "NAMESPACE", artifactId, register, onTab }: Props) {
  const go = (tab: string, label: string) => (
    <Button size="xs" variant="default" onClick={() => onTab(tab)}>
      {label}
    </Button>
  );
  const texts: Record<Step, { title: string; body: ReactNode }> = {
    publisher: {
      title: "Register a publisher",
      body: (
        <>
          <Text size="sm">Your apps are named after it, as in acme/vllm.</Text>
          {register}
        </>
      ),
    },
    key: {
      title: "Add a signing key",
      body: (
        <>
          <Text size="sm">
            Others trust what this key signed. You make it on your machine and register its public half.
          </Text>
          {go("keys", "Go to keys")}
        </>
      ),
    },
    artifact: {
      title: "Push an image or a file",
      body: (
        <>
          <Text size="sm">With the command line, from a directory with an OCI layout:</Text>
          <CommandLines label="Push an image">{pushCommand(`${namespace}/my-app`, "oci_image")}</CommandLines>
          {go("uploads", "Other ways to push")}
        </>
      ),
    },
    sign: {
      title: "Sign it",
      body: (
        <>
          <Text size="sm">The private key stays on your machine. The signature is verified within seconds.</Text>
          <CommandLines label="Sign an artifact">{signCommand(artifactId ?? "ARTIFACT")}</CommandLines>
          {go("artifacts", "Go to artifacts")}
        </>
      ),
    },
    version: {
      title: "Describe the app in a manifest",
      body: (
        <>
          <Text size="sm">It names the image by digest and says what it needs. A template is there to begin with.</Text>
          {go("versions", "Write a manifest")}
        </>
      ),
    },
    publish: {
      title: "Submit and publish",
      body: (
        <>
          <Text size="sm">
            Within your tenant you can publish at once. For other tenants, make the app public, submit the version for
            review, and publish it once it is approved.
          </Text>
          {go("versions", "Go to versions")}
        </>
      ),
    },
  };
  return (
    <Card component="section" aria-label="Publish an app in six steps">
      <Stack>
        <Title order={2} size="h5">
          {current === undefined ? "You have published an app" : "Publish an app in six steps"}
        </Title>
        <Text size="sm" c="dimmed">
          The commands below are for the command line of GPUaaS.{" "}
          <Anchor href="/docs/how-to/command-line.html" target="_blank" rel="noopener" size="sm" underline="always">
            Install it and sign in
          </Anchor>{" "}
          first.
        </Text>
        <List className="guide" spacing="md" center={false}>
          {STEPS.map((step, number) => {
            const isDone = done.has(step);
            return (
              <List.Item
                key={step}
                icon={
                  <ThemeIcon radius="xl" size={24} variant={isDone ? "filled" : "default"} color="teal">
                    {isDone ? <IconCheck size={14} aria-hidden /> : <IconCircle size={14} aria-hidden />}
                  </ThemeIcon>
                }
              >
                <Text fw={step === current ? 600 : 400}>
                  {number + 1}. {texts[step].title}
                  {isDone && (
                    <Text span size="sm" c="dimmed">
                      {" "}
                      done
                    </Text>
                  )}
                </Text>
                {step === current && (
                  <Stack gap="xs" mt={6} align="stretch" maw={720}>
                    {texts[step].body}
                  </Stack>
                )}
              </List.Item>
            );
          })}
        </List>
      </Stack>
    </Card>
  );
}
