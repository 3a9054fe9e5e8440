import { Alert, Button, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { api, ask } from "../../api/client";
import { plural } from "../../ui/format";

/** Checks whether rows were changed, removed or inserted. */
export function VerifyAuditTrail() {
  const verify = useMutation({ mutationFn: () => ask(api.POST("/api/v1/audit-events/verify")) });
  const result = verify.data;
  return (
    <Group>
      {result && (
        <Alert
          color={result.intact ? "teal" : "red"}
          icon={result.intact ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
          p="xs"
          role="status"
        >
          {result.intact
            ? `Intact: ${plural(result.rows_checked, "row")} under ${plural(result.seals_checked, "seal")}`
            : (result.explanation ?? "The audit trail is not intact")}
        </Alert>
      )}
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify audit trail
      </Button>
    </Group>
  );
}
