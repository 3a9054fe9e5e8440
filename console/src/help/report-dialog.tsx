import { Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMemo } from "react";
import { keptFailures } from "../api/failures";
import { useMe } from "../app/me";
import { dateTime } from "../ui/format";
import { Copy, CorrelationId } from "../ui/note";
import { type Bundle, bundleText } from "./bundle";

const SHOWN_MAX = 5;

/** Shows the newest failures with their correlation ids, and makes the support bundle. */
export function ReportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={600}>Report a problem</Text>} size="lg">
      <Report />
    </Modal>
  );
}

function Report() {
  const me = useMe().data;
  const failures = keptFailures();
  const text = useMemo(() => {
    const bundle: Bundle = {
      made_at: new Date().toISOString(),
      // Without search and hash, which may carry what somebody typed.
      page: location.pathname,
      console: document.querySelector<HTMLScriptElement>("script[type=module]")?.src.split("/").at(-1) ?? "unknown",
      browser: navigator.userAgent,
      window: `${innerWidth}×${innerHeight}, ${document.documentElement.dataset.mantineColorScheme ?? ""}`,
      principal_id: me?.principal_id ?? "",
      roles: me?.grants.map((grant) => grant.role) ?? [],
      failures: [...failures],
    };
    return bundleText(bundle);
  }, [me, failures]);
  return (
    <Stack>
      <Text size="sm">
        Send your operator a sentence about what you did and what you expected, with the correlation ID of the failure.
        It leads them to everything the request caused.
      </Text>
      {failures.length === 0 ? (
        <Text size="sm" c="dimmed">
          No request has failed in this tab.
        </Text>
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} className="plain-list" aria-label="Latest failures">
          {failures.slice(0, SHOWN_MAX).map((one) => (
            <li key={one.number}>
              <Text size="sm" className="break-words">
                {one.message}
              </Text>
              <Group gap="xs">
                <Text size="sm" c="dimmed">
                  {dateTime(one.at)}
                </Text>
                {one.correlationId && (
                  <>
                    <CorrelationId id={one.correlationId} />
                    <Copy value={one.correlationId} label="Copy correlation ID" />
                  </>
                )}
              </Group>
            </li>
          ))}
        </Stack>
      )}
      <Text size="sm" fw={500}>
        Support bundle
      </Text>
      <Code block className="bundle" data-testid="bundle" tabIndex={0}>
        {text}
      </Code>
      <Text size="sm" c="dimmed">
        Passwords, tokens, keys and mail addresses are removed. It stays in your browser until you send it.
      </Text>
      <Group justify="flex-end">
        <Copy value={text} label="Copy support bundle" />
        <Button
          component="a"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
          download="gpuaas-support.json"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download
        </Button>
      </Group>
    </Stack>
  );
}
