import { Text } from "@mantine/core";
import { useMe } from "./me";

/** Says on every page that no real money moves, if so. */
export function TestMode() {
  const isTest = useMe().data?.installation?.test_payments === true;
  return isTest ? (
    <Text size="sm" ta="center" className="test-mode" role="note">
      Test mode: top-ups add credit without charging money.
    </Text>
  ) : null;
}
