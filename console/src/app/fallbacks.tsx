import { IconMapPinOff } from "@tabler/icons-react";
import { AnchorLink, ButtonLink } from "../ui/links";
import { Empty, ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";

export function NotFound() {
  return <NothingHere title="Page not found">Check the address, or press Ctrl+K to search.</NothingHere>;
}

export function NothingHere({ title, children }: { title: string; children: string }) {
  return (
    <Page title="Not found">
      <Empty
        icon={<IconMapPinOff size={40} aria-hidden />}
        title={title}
        action={<ButtonLink to="/">Go to the dashboard</ButtonLink>}
      >
        {children}
      </Empty>
    </Page>
  );
}

export function PageLoading() {
  return <Lines count={6} />;
}

/** Also shown if a chunk is missing because a newer console version was deployed. */
export function PageFailed({ error }: { error: unknown }) {
  return (
    <Page title="Something went wrong on this page">
      <ProblemNote error={error} retry={() => location.reload()} />
      <AnchorLink to="/">Back to the dashboard</AnchorLink>
    </Page>
  );
}
