import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconKey, IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { signOut } from "../api/session";
import { tellProblem } from "../ui/tell";
import { useMe } from "./me";

const SCHEMES = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
] as const;

/** Menu with the signed-in user, the color theme and sign-out. */
export default function AccountMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = me.data?.display_name ?? "…";
  return (
    <Menu width={220} position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={`Account menu of ${name}`}>
          <Avatar aria-hidden color="cyan" variant="light" radius="xl" size={34}>
            <IconUser size={20} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item component={Link} to="/account/ssh-keys" leftSection={<IconKey size={16} aria-hidden />}>
          My account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            {...(colorScheme === value ? { rightSection: "✓" } : {})}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut().catch(tellProblem)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
