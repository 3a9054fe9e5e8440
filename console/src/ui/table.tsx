import { Card, Table } from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";

/** Tables up to this width stay tables everywhere. */
const WIDTH_OF_PHONE = 360;

/** The headings as CSS variables, from which a phone, where a row is a card, takes the name of each cell. */
function columnNames(head: ReactNode[]): CSSProperties {
  return Object.fromEntries(
    head.map((cell, number) => [`--column-${number + 1}`, JSON.stringify(typeof cell === "string" ? cell : "")]),
  );
}

/** A table in a card. On a phone, each row is a card with the names of the columns. */
export function TableCard({
  label,
  head,
  names,
  children,
  minWidth = 560,
}: {
  label: string;
  head: ReactNode[];
  /** Names of the columns where headings are more than texts. */
  names?: string[];
  children: ReactNode;
  minWidth?: number;
}) {
  const isWide = minWidth > WIDTH_OF_PHONE;
  return (
    <Card p={0} className={isWide ? "stacking" : ""}>
      <Table.ScrollContainer
        minWidth={minWidth}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": label } }}
      >
        <Table aria-label={label} style={isWide ? columnNames(names ?? head) : {}}>
          <Table.Thead>
            <Table.Tr>
              {head.map((cell, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns do not change places.
                <Table.Th key={number} scope="col">
                  {cell}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
