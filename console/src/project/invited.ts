import type { Schemas } from "../api";

/** Describes what became of the letter with the link; an installation may send no email at all. */
export function invitedText({ email, letter_stays_here }: Pick<Schemas["Invitation"], "email" | "letter_stays_here">) {
  return letter_stays_here
    ? `This installation sends no email. Ask an operator for the link to ${email}; gpuaas mail shows it.`
    : `The invitation email to ${email} is queued.`;
}
