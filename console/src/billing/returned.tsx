import { Navigate } from "@tanstack/react-router";
import { useShownProject } from "../app/project-switcher";
import { Lines, Page } from "../ui/page";

/** Landing page after a checkout. Payment providers know no project, so this redirects to the last one. */
export default function Returned() {
  const shown = useShownProject();
  return shown ? (
    <Navigate to="/projects/$projectId/billing" params={{ projectId: shown.id }} search={{ tab: "payments" }} replace />
  ) : (
    <Page title="Billing">
      <Lines count={6} />
    </Page>
  );
}
