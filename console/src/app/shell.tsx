import { ActionIcon, AppShell, Box, Burger, Group, Image, Kbd, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Bell } from "../notifications/bell";
import { LiveStatus } from "./live-status";
import { Navigation } from "./navigation";
import { ProjectSwitcher } from "./project-switcher";
import { TestMode } from "./test-mode";

// Loaded lazily: large, and not needed to render a page.
const AccountMenu = lazy(() => import("./account-menu"));
const HelpMenu = lazy(() => import("../help/help-menu"));
const loadPalette = () => import("./palette");
const Palette = lazy(loadPalette);
/** Waits until the requested page has rendered. */
const PALETTE_AFTER_MS = 2_000;

export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [paletteAsked, setPaletteAsked] = useState(0);
  const openPalette = () => setPaletteAsked((times) => times + 1);
  useHotkeys([["mod+K", openPalette]]);
  useEffect(() => {
    // Opens immediately if loaded, otherwise as soon as it is.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    // Moving the focus announces the new page to screen readers.
    if (before.current !== path) {
      before.current = path;
      main.current?.focus({ preventScroll: true });
    }
  }, [path]);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {paletteAsked > 0 && (
        <Suspense fallback={null}>
          <Palette asked={paletteAsked} />
        </Suspense>
      )}
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 236, breakpoint: "sm", collapsed: { mobile: !opened } }}
        padding={{ base: "md", sm: "lg" }}
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label="Navigation"
                aria-expanded={opened}
              />
              <UnstyledButton component={Link} to="/" visibleFrom="xs" aria-label="GPUaaS, go to the dashboard">
                <Group gap={8} wrap="nowrap">
                  <Image src="/favicon.svg" w={28} h={28} alt="" />
                  <Text fw={700} visibleFrom="md">
                    GPUaaS
                  </Text>
                </Group>
              </UnstyledButton>
              <ProjectSwitcher />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <LiveStatus />
              <ActionIcon
                variant="default"
                size={36}
                onClick={openPalette}
                aria-label="Search pages and commands"
                hiddenFrom="md"
              >
                <IconSearch size={18} aria-hidden />
              </ActionIcon>
              <UnstyledButton className="palette-button" onClick={openPalette} visibleFrom="md">
                <Group gap={8}>
                  <IconSearch size={16} aria-hidden />
                  <Text size="sm" c="dimmed">
                    Search
                  </Text>
                  <Kbd size="xs">Ctrl K</Kbd>
                </Group>
              </UnstyledButton>
              <Suspense fallback={<Box w={36} h={36} />}>
                <HelpMenu />
              </Suspense>
              <Bell />
              <Suspense fallback={<Box w={34} h={34} />}>
                <AccountMenu />
              </Suspense>
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Main">
          <Navigation onChosen={close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" ref={main} tabIndex={-1} className="content">
          <Box maw={1280} mx="auto">
            <TestMode />
            <Outlet />
          </Box>
        </AppShell.Main>
      </AppShell>
    </>
  );
}
