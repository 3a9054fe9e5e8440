import { lazyRouteComponent } from "@tanstack/react-router";
import { PAGES } from "../pages";
import { NotFound, PageFailed, PageLoading } from "./fallbacks";
import { Home, leadHome } from "./home";
import { ProjectFrame } from "./project-frame";
import { home, project, root, router } from "./routes";
import { Shell } from "./shell";

// Routes are declared without their components, so that components can use the types of routes.
root.update({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });
home.update({ component: Home, pendingComponent: PageLoading });
home.options.beforeLoad = leadHome;
project.update({ component: ProjectFrame });
for (const page of PAGES) {
  router.routesByPath[page.path].update({
    component: lazyRouteComponent(page.load),
    pendingComponent: PageLoading,
    errorComponent: PageFailed,
  });
}

export { router };
