import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { age, dateTime } from "./format";

/** The current time, refreshed periodically. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Relative time to the minute, with the exact time as a tooltip. */
export function Ago({ at }: { at: string }) {
  const seconds = (useNow() - Date.parse(at)) / 1000;
  const text = seconds >= 60 ? `${age(seconds)} ago` : seconds > -5 ? "just now" : `in ${age(-seconds)}`;
  return (
    <Tooltip label={dateTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{text}</time>
    </Tooltip>
  );
}
