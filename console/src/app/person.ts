/** The end of an id; ids created at the same time share their beginning. */
export function short(id: string): string {
  return id.length > 12 ? id.slice(-8) : id;
}

/** A person's name as shown to the current user. */
export function nameOf(
  id: string,
  mine: string | undefined,
  people: { id: string; display_name: string }[],
  told?: string,
): string {
  return id === mine ? "you" : (people.find((one) => one.id === id)?.display_name ?? told ?? short(id));
}
