import type { Schemas } from "../../api";

/** Properties of each button that acts on an artifact. */
export type ArtifactActProps = {
  artifact: Schemas["Artifact"];
  /** Refetches what the page shows. */
  onDone: () => void;
};

export function nameOfArtifact({ app, version, name }: Schemas["Artifact"]): string {
  return `${app} ${version} ${name}`;
}
