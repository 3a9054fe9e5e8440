import type { Allocation } from "../api";
import type { Choices } from "../ui/choice";

export type Column = "name" | "state" | "sku" | "created" | "cost";
/** Sort order as written in the URL; a leading minus means descending. */
export type Order = Column | `-${Column}`;

export const ORDERS: Choices<Order> = [
  "-created",
  "created",
  "name",
  "-name",
  "state",
  "-state",
  "sku",
  "-sku",
  "cost",
  "-cost",
];

const VALUES: Record<Column, (allocation: Allocation) => string | number> = {
  name: (one) => one.name.toLowerCase(),
  state: (one) => one.state,
  sku: (one) => one.sku,
  created: (one) => one.created_at,
  cost: (one) => Number(one.hourly_cost?.amount ?? 0),
};

function columnOf(order: Order): Column {
  // An order is a column with or without a minus.
  return order.replace("-", "") as Column;
}

/** Direction of a column; undefined if the list is sorted by another one. */
export function directionOf(order: Order, column: Column): "up" | "down" | undefined {
  return columnOf(order) !== column ? undefined : order.startsWith("-") ? "down" : "up";
}

/** The order after a click on a column heading: reversed, or the column's default direction. */
export function pressed(order: Order, column: Column): Order {
  switch (directionOf(order, column)) {
    case "up":
      return `-${column}`;
    case "down":
      return column;
    default:
      return column === "created" ? "-created" : column;
  }
}

export function ordered(allocations: Allocation[], order: Order): Allocation[] {
  const value = VALUES[columnOf(order)];
  const up = allocations.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
  return order.startsWith("-") ? up.reverse() : up;
}
