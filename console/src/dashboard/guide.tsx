import { Card, Group, List, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck, IconCircleNumber1, IconCircleNumber2, IconCircleNumber3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sshKeys } from "../account/queries";
import { ButtonLink } from "../ui/links";

/** Steps from an empty project to a shell on a GPU. */
export function Guide({ projectId, hasHadSome }: { projectId: string; hasHadSome: boolean }) {
  const keys = useQuery(sshKeys);
  const hasKey = (keys.data?.length ?? 0) > 0;
  return (
    <Card padding="xl">
      <Stack>
        <Title order={2} size="h4">
          {hasHadSome ? "No active allocations" : "Get a shell on a GPU"}
        </Title>
        <List spacing="lg" type="ordered" listStyleType="none" className="guide">
          <Step icon={<IconCircleNumber1 size={22} aria-hidden />} done={false} title="Choose a GPU">
            The catalogue shows what is available now and the hourly price. Billing starts after the GPU passes its
            health check.
            <Group mt="xs">
              <ButtonLink to="/projects/$projectId/catalogue" params={{ projectId: projectId }} size="xs">
                Open catalogue
              </ButtonLink>
            </Group>
          </Step>
          <Step icon={<IconCircleNumber2 size={22} aria-hidden />} done={false} title="Wait a few seconds">
            Watch the host being prepared and checked, then open a terminal in your browser.
          </Step>
          <Step
            icon={<IconCircleNumber3 size={22} aria-hidden />}
            done={hasKey}
            title={hasKey ? "SSH key added" : "Add an SSH key (optional)"}
          >
            {hasKey ? (
              "You can connect to your allocations over SSH."
            ) : (
              <>
                Only needed to connect over SSH from your own machine.
                <Group mt="xs">
                  <ButtonLink to="/account/ssh-keys" size="xs" variant="default">
                    Add SSH key
                  </ButtonLink>
                </Group>
              </>
            )}
          </Step>
        </List>
      </Stack>
    </Card>
  );
}

function Step({ icon, done, title, children }: { icon: ReactNode; done: boolean; title: string; children: ReactNode }) {
  return (
    <List.Item
      icon={
        <ThemeIcon variant={done ? "filled" : "light"} radius="xl" size={32} color="cyan">
          {done ? <IconCheck size={18} aria-hidden /> : icon}
        </ThemeIcon>
      }
    >
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" component="div">
        {children}
      </Text>
    </List.Item>
  );
}
