import { Alert, Badge, Code, Group, Stack, Table } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Ago, useNow } from "../../ui/ago";
import { Copy, Empty } from "../../ui/note";
import { Loaded } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { certificatesOf, type NodeCertificate } from "../queries";
import { type Outlook, outlookOf, outlookOfHost } from "./certificates";

/** Client certificates of the host, newest first. */
export function NodeCertificates({ nodeId }: { nodeId: string }) {
  const certificates = useQuery(certificatesOf(nodeId));
  const now = useNow();
  return (
    <Loaded query={certificates} lines={4}>
      {(all) =>
        all.length === 0 ? (
          <Empty title="No certificates yet">The host gets a certificate when it joins with a join token.</Empty>
        ) : (
          <Stack>
            <Warning outlook={outlookOfHost(all, now)} />
            <TableCard
              label="Certificates"
              head={["Serial", "State", "Issued", "Expires", "State since"]}
              minWidth={760}
            >
              {all.map((one) => (
                <Row key={one.serial} certificate={one} now={now} />
              ))}
            </TableCard>
          </Stack>
        )
      }
    </Loaded>
  );
}

const WARNINGS: Partial<Record<Outlook | "none", [string, string]>> = {
  ending: [
    "The certificate expires soon and was not renewed",
    "Hosts renew automatically with a third of the lifetime left. Check when this node was last seen, and its agent log.",
  ],
  expired: [
    "The certificate has expired",
    "The host recovers automatically when it reconnects. If it does not, join it again with a new join token for this node.",
  ],
  none: [
    "No valid certificate",
    "The host cannot connect. Join it again with a new join token for this node, or retire the node.",
  ],
};

function Warning({ outlook }: { outlook: Outlook | undefined }) {
  const [title, advice] = WARNINGS[outlook ?? "none"] ?? [];
  return title ? (
    <Alert color={outlook === "ending" ? "orange" : "red"} icon={<IconAlertTriangle aria-hidden />} title={title}>
      {advice}
    </Alert>
  ) : null;
}

function Row({ certificate, now }: { certificate: NodeCertificate; now: number }) {
  const outlook = outlookOf(certificate, now);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <Code title={certificate.serial}>{shortened(certificate.serial)}</Code>
          <Copy value={certificate.serial} label={`Copy serial ${shortened(certificate.serial)}`} />
        </Group>
      </Table.Td>
      <Table.Td>
        <State state={certificate.state} />
      </Table.Td>
      <Table.Td className="nowrap">
        <Ago at={certificate.issued_at} />
      </Table.Td>
      <Table.Td className="nowrap">
        <Group gap={8} wrap="nowrap">
          <Ago at={certificate.expires_at} />
          {outlook === "ending" && (
            <Badge variant="light" className="state state-orange">
              expires soon
            </Badge>
          )}
          {outlook === "expired" && (
            <Badge variant="light" className="state state-red">
              expired
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td className="nowrap">
        <Ago at={certificate.changed_at} />
      </Table.Td>
    </Table.Tr>
  );
}

function shortened(serial: string): string {
  return serial.length > 17 ? `${serial.slice(0, 8)}…${serial.slice(-8)}` : serial;
}
