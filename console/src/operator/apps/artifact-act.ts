import type { Schemas } from "../../api";

/** What each act of operators on an artifact needs. */
export type ArtifactActProps = {
  artifact: Schemas["Artifact"];
  /** Refetches what the page shows. */
  onDone: () => void;
};

export function nameOfArtifact({ app, version, name }: Schemas["Artifact"]): string {
  return `${app} ${version} ${name}`;
}
