import { Card, Table } from "@mantine/core";
import type { ReactNode } from "react";

/** A table in a card that scrolls horizontally on narrow screens. */
export function TableCard({
  label,
  head,
  children,
  minWidth = 560,
}: {
  label: string;
  head: ReactNode[];
  children: ReactNode;
  minWidth?: number;
}) {
  return (
    <Card p={0}>
      <Table.ScrollContainer
        minWidth={minWidth}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": label } }}
      >
        <Table aria-label={label}>
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
