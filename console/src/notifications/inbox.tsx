import { Badge, Button, Card, Group, SegmentedControl, Stack, Tabs, Text } from "@mantine/core";
import { IconBellCheck } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, ask } from "../api/client";
import { usePlaces, usePlatformPermissions } from "../app/me";
import { Ago } from "../ui/ago";
import { ButtonLink } from "../ui/links";
import { Empty, ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";
import { Preferences } from "./preferences";
import { kindLabel, type Notification, notificationsKey, unreadCount } from "./queries";
import { targetOf } from "./target";

export default function Notifications() {
  const { tab = "inbox" } = useSearch({ from: "/account/notifications" });
  const navigate = useNavigate({ from: "/account/notifications" });
  return (
    <Page title="Notifications" lead="Messages about your projects, and how you receive them">
      <Tabs
        value={tab === "preferences" ? tab : "inbox"}
        onChange={(next) =>
          void navigate({ to: ".", search: next === null || next === "inbox" ? {} : { tab: next }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="inbox">Inbox</Tabs.Tab>
          <Tabs.Tab value="preferences">Preferences</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="inbox">
          <Inbox />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <Preferences />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Inbox() {
  const { show = "all" } = useSearch({ from: "/account/notifications" });
  const navigate = useNavigate({ from: "/account/notifications" });
  const queries = useQueryClient();
  const isUnreadOnly = show === "unread";
  const unread = useQuery(unreadCount);
  const inbox = useInfiniteQuery({
    queryKey: [...notificationsKey, "inbox", isUnreadOnly],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/notifications", {
          params: {
            query: {
              limit: 30,
              ...(isUnreadOnly ? { unread: true } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: notificationsKey });
  const readAll = useMutation({ mutationFn: () => ask(api.POST("/api/v1/notifications/read")), onSettled: refresh });
  if (inbox.isError) {
    return <ProblemNote error={inbox.error} retry={() => void inbox.refetch()} />;
  }
  const items = inbox.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Filter notifications"
          data={[
            { value: "all", label: "All" },
            { value: "unread", label: "Unread" },
          ]}
          value={isUnreadOnly ? "unread" : "all"}
          onChange={(next) => void navigate({ to: ".", search: next === "all" ? {} : { show: next }, replace: true })}
        />
        <Button variant="default" onClick={() => readAll.mutate()} loading={readAll.isPending} disabled={!unread.data}>
          Mark all as read
        </Button>
      </Group>
      {!inbox.data ? (
        <Lines count={8} />
      ) : items.length === 0 ? (
        <Empty
          icon={<IconBellCheck size={36} aria-hidden />}
          title={isUnreadOnly ? "You're all caught up" : "No notifications yet"}
        >
          You'll be notified here about balances, budgets, statements and allocation problems. Choose email delivery
          under Preferences.
        </Empty>
      ) : (
        <Stack gap="xs" component="ul" m={0} p={0} className="plain-list" aria-label="Inbox">
          {items.map((one) => (
            <Item key={one.id} notification={one} onRead={refresh} />
          ))}
        </Stack>
      )}
      {inbox.hasNextPage && (
        <Group justify="center">
          <Button variant="default" onClick={() => void inbox.fetchNextPage()} loading={inbox.isFetchingNextPage}>
            Load more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Item({ notification, onRead }: { notification: Notification; onRead: () => Promise<void> }) {
  const read = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/notifications/{notification_id}/read", {
          params: { path: { notification_id: notification.id } },
        }),
      ),
    onSettled: onRead,
  });
  const isUnread = notification.read_at === undefined;
  const places = usePlaces();
  const target = targetOf(notification, {
    seesNodes: usePlatformPermissions().has("nodes.read"),
    projectOf: (tenantId) => places.data?.find((place) => place.project.tenant_id === tenantId)?.project.id,
  });
  return (
    <Card component="li" padding="md" className={isUnread ? "unread" : ""}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="xs">
            <Text fw={isUnread ? 650 : 500} className="break-words">
              {notification.title}
            </Text>
            <Badge variant="light" className="state state-gray">
              {kindLabel(notification.kind)}
            </Badge>
          </Group>
          <Text size="sm" className="break-words keep-lines">
            {notification.body}
          </Text>
          <Text size="sm" c="dimmed">
            <Ago at={notification.created_at} />
          </Text>
        </Stack>
        <Group gap="xs">
          {target && (
            <ButtonLink
              to={target.to}
              search={target.search ?? {}}
              size="compact-sm"
              variant="light"
              // Following the link marks it as read.
              onClick={() => isUnread && read.mutate()}
              aria-label={`${target.label}: ${notification.title}`}
            >
              {target.label}
            </ButtonLink>
          )}
          {isUnread && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => read.mutate()}
              loading={read.isPending}
              aria-label={`Mark as read: ${notification.title}`}
            >
              Mark as read
            </Button>
          )}
        </Group>
      </Group>
    </Card>
  );
}
