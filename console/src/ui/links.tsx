import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Attributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps | keyof ButtonProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link to a page of the console; its path, parameters and search are checked against the routes. */
export const AnchorLink = createLink((props: AnchorProps & Attributes) => <Anchor {...props} />);

/** The same, drawn as a button. */
export const ButtonLink = createLink((props: ButtonProps & Attributes) => <Button component="a" {...props} />);
