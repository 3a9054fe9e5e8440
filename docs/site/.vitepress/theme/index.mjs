import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import "./site.css";

export default {
  extends: DefaultTheme,
  // VitePress would put the base in front of an address in the menu, and the console is outside of it.
  Layout: () => h(DefaultTheme.Layout, null, { "nav-bar-content-after": () => h("a", { class: "to-console", href: "/", target: "_self" }, "Console") }),
};
