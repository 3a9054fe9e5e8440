import { IconVideo } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const recordingPages: PageEntry[] = [
  {
    path: "/projects/$projectId/recordings",
    title: "Playback of terminal sessions",
    load: () => import("./list"),
    needs: "recordings.read",
    nav: { section: "project", label: "Recordings", icon: IconVideo },
  },
  { path: "/projects/$projectId/recordings/$terminalId", title: "Recording", load: () => import("./detail") },
];
