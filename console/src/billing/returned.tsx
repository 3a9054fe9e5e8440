import { Navigate } from "@tanstack/react-router";
import { useShownProject } from "../app/project-switcher";
import { Lines, Page } from "../ui/page";

/** Where providers of payments send people back to; they know of no project, so it is the one they came from. */
export default function Returned() {
  const shown = useShownProject();
  return shown ? (
    <Navigate to={`/projects/${shown.id}/billing`} search={{ tab: "payments" } as never} replace />
  ) : (
    <Page title="Billing">
      <Lines count={6} />
    </Page>
  );
}
