import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { unreadCount } from "./queries";

const SHOWN_MAX = 99;

/** Link to the inbox with the unread count. */
export function Bell() {
  const { data: unread = 0 } = useQuery(unreadCount);
  const label = unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;
  return (
    <Indicator
      label={unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
      size={17}
      offset={4}
      color="red"
      disabled={unread === 0}
    >
      <ActionIcon component={Link} to="/account/notifications" variant="default" size={36} aria-label={label}>
        <IconBell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
