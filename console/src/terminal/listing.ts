/** One entry of a folder of an allocation. A link has the type of its target. */
export type Entry = {
  name: string;
  type: "file" | "folder" | "other";
  is_link: boolean;
  /** Only of files that are no links. */
  bytes?: number;
  modified_seconds: number;
};

export type Listing = { entries: Entry[]; is_truncated: boolean };

/** The end of JavaScript's time. */
const SECONDS_MAX = 8.64e12;
const TYPES = ["file", "folder", "other"];
/** Control and formatting characters, and bytes that are no text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu;

function isEntry(one: unknown): one is Entry {
  const entry = one as Partial<Entry> | null;
  return (
    typeof entry?.name === "string" &&
    typeof entry.modified_seconds === "number" &&
    typeof entry.is_link === "boolean" &&
    TYPES.includes(String(entry.type)) &&
    (entry.bytes === undefined || typeof entry.bytes === "number")
  );
}

/** Programs may set a file's time to what no date can show. */
function withinTime(entry: Entry): Entry {
  return { ...entry, modified_seconds: Math.max(-SECONDS_MAX, Math.min(SECONDS_MAX, entry.modified_seconds)) };
}

/** Reads a host's list of a folder: folders first, then by name. */
export function parseListing(text: string): Listing {
  const listing = JSON.parse(text) as Partial<Listing> | null;
  const entries: unknown = listing?.entries;
  if (!Array.isArray(entries) || !entries.every(isEntry)) {
    throw new Error("The host's list of the folder cannot be read.");
  }
  return {
    entries: entries
      .map(withinTime)
      .sort(
        (one, other) =>
          Number(other.type === "folder") - Number(one.type === "folder") ||
          one.name.localeCompare(other.name, "en-US", { numeric: true }),
      ),
    is_truncated: listing?.is_truncated === true,
  };
}

/** The name as it can be shown: nothing in it hides or turns other text around. */
export function shownName(name: string): string {
  return name.replace(UNPRINTABLE, "\ufffd");
}

/** True if the name can be part of a path that the API accepts. */
export function isNameable(name: string): boolean {
  return shownName(name) === name;
}

/** The folders from the home, which has the path "", to the given one. */
export function pathTo(folder: string): { name: string; path: string }[] {
  const names = folder === "" ? [] : folder.split("/");
  return [
    { name: "Home", path: "" },
    ...names.map((name, number) => ({ name, path: names.slice(0, number + 1).join("/") })),
  ];
}
