import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import {
  IconApi,
  IconBook2,
  IconBug,
  IconHelpCircle,
  IconKeyboard,
  IconListCheck,
  IconNews,
  IconRoute,
  IconVocabulary,
} from "@tabler/icons-react";
import { useMemo } from "react";
import { useCommands } from "../app/commands";
import { ReportDialog } from "./report-dialog";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { Tour, useTour } from "./tour";

const DOCUMENTS = [
  { to: "/docs/", label: "Documentation", icon: IconBook2 },
  { to: "/docs/api/", label: "API reference", icon: IconApi },
  { to: "/docs/glossary.html", label: "Glossary", icon: IconVocabulary },
  { to: "/docs/whats-new.html", label: "New in GPUaaS", icon: IconNews },
  { to: "/docs/status.html", label: "Known limits", icon: IconListCheck },
];

/** Menu with the documentation, the shortcuts, the tour and problem reports. */
export default function HelpMenu() {
  const [shortcuts, shortcutsDialog] = useDisclosure(false);
  const [report, reportDialog] = useDisclosure(false);
  const tour = useTour();
  useHotkeys([
    ["?", shortcutsDialog.open, { usePhysicalKeys: false }],
    ["shift+?", shortcutsDialog.open],
  ]);
  useCommands(
    useMemo(
      () => [
        ...DOCUMENTS.map(({ to, label }) => ({
          id: `help ${to}`,
          label,
          group: "Help",
          run: () => window.open(to, "_blank", "noopener"),
        })),
        { id: "help shortcuts", label: "Keyboard shortcuts", group: "Help", run: shortcutsDialog.open },
        { id: "help report", label: "Report a problem", group: "Help", run: reportDialog.open },
      ],
      [shortcutsDialog.open, reportDialog.open],
    ),
  );
  return (
    <>
      <Menu width={250} position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Help">
            <IconHelpCircle size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {DOCUMENTS.map(({ to, label, icon: Icon }) => (
            <Menu.Item
              key={to}
              component="a"
              href={to}
              target="_blank"
              rel="noopener"
              leftSection={<Icon size={16} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={shortcutsDialog.open}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item leftSection={<IconRoute size={16} aria-hidden />} onClick={tour.start}>
            Take the tour
          </Menu.Item>
          <Menu.Item leftSection={<IconBug size={16} aria-hidden />} onClick={reportDialog.open}>
            Report a problem
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ShortcutsDialog opened={shortcuts} onClose={shortcutsDialog.close} />
      <ReportDialog opened={report} onClose={reportDialog.close} />
      <Tour />
    </>
  );
}
