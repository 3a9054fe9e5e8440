const COLORS = ["cyan.6", "grape.6", "orange.6", "teal.6", "blue.6", "pink.6", "lime.7", "red.6", "gray.5"];

/** Color of the series at a position, the same in every chart and in the legend. */
export function colorOf(number: number): string {
  return COLORS[number % COLORS.length] ?? "cyan.6";
}
