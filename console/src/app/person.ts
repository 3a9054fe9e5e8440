/** The end of an id: what differs between ids of one moment. */
export function short(id: string): string {
  return id.length > 12 ? id.slice(-8) : id;
}

/** Who somebody is to the one who reads it. */
export function nameOf(id: string, mine: string | undefined, people: { id: string; display_name: string }[]): string {
  return id === mine ? "you" : (people.find((one) => one.id === id)?.display_name ?? short(id));
}
