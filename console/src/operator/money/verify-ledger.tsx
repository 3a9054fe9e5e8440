import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { api, ask } from "../../api/client";
import { plural } from "../../ui/format";

/** Verifies the ledger: balances against sums, seals against transfers. */
export function VerifyLedger() {
  const verify = useMutation({ mutationFn: () => ask(api.GET("/api/v1/ledger/verification")) });
  const result = verify.data;
  return (
    <Stack gap="sm" component="section" aria-label="Ledger">
      <Title order={2} size="h4">
        Ledger
      </Title>
      {result ? (
        <Alert
          color={result.intact ? "teal" : "red"}
          icon={result.intact ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
          title={result.intact ? "The ledger is intact" : "The ledger is not intact"}
        >
          {result.explanation ??
            `${result.sealed_transfers} transfers under ${plural(result.seals, "seal")}, ${result.unsealed_transfers} not sealed yet; every balance matches its transfers.`}
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          Checks every balance against its transfers and every seal against its contents. This takes a while on a large
          ledger.
        </Text>
      )}
      <div>
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify ledger
        </Button>
      </div>
    </Stack>
  );
}
