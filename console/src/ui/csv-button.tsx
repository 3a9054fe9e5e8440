import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

/** Downloads a text made in the browser when it is pressed, not before. */
export function CsvButton({ name, label, text }: { name: string; label: string; text: () => string }) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([text()], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={save}
      aria-label={label}
    >
      CSV
    </Button>
  );
}
