import { Anchor, Button } from "@mantine/core";
import { IconMapPinOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Empty, ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";

export function NotFound() {
  return (
    <NothingHere title="There is no page at this address">It may have been typed wrong, or what it showed is gone. Press Ctrl-K to search for pages.</NothingHere>
  );
}

export function NothingHere({ title, children }: { title: string; children: string }) {
  return (
    <Page title="Nothing here">
      <Empty
        icon={<IconMapPinOff size={40} aria-hidden />}
        title={title}
        action={
          <Button component={Link} to="/">
            Go to the dashboard
          </Button>
        }
      >
        {children}
      </Empty>
    </Page>
  );
}

export function PageLoading() {
  return <Lines count={6} />;
}

/** Also when a chunk is missing: a newer version of the console was installed meanwhile. */
export function PageFailed({ error }: { error: unknown }) {
  return (
    <Page title="This page failed">
      <ProblemNote error={error} retry={() => location.reload()} />
      <Anchor component={Link} to="/">
        Back to the dashboard
      </Anchor>
    </Page>
  );
}
