import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

/** Suspends a publisher, one of its apps, or a version. */
export function SuspendAppsButton() {
  const [namespace, setNamespace] = useState("");
  const [app, setApp] = useState("");
  const [version, setVersion] = useState("");
  const target = [namespace || "the publisher", ...(app ? [app] : [])].join("/");
  return (
    <ReasonButton
      label="Suspend"
      ariaLabel="Suspend apps"
      title="Suspend a publisher, an app or a version"
      done={`Suspended ${target} ${version}`.trim()}
      fields={
        <>
          <TextInput
            label="Publisher"
            placeholder="acme"
            required
            maxLength={31}
            value={namespace}
            onChange={(event) => setNamespace(event.currentTarget.value.trim())}
          />
          <TextInput
            label="App"
            description="Leave blank for all apps of the publisher."
            placeholder="vllm"
            maxLength={63}
            value={app}
            onChange={(event) => setApp(event.currentTarget.value.trim())}
          />
          <TextInput
            label="Version"
            description="Leave blank for all versions of the app."
            maxLength={64}
            disabled={app === ""}
            value={version}
            onChange={(event) => setVersion(event.currentTarget.value.trim())}
          />
        </>
      }
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/app-suspensions", {
            params: { header },
            body: { namespace, reason, ...(app ? { app_name: app } : {}), ...(app && version ? { version } : {}) },
          }),
        )
      }
    >
      Nothing of it can be submitted, approved, published or newly used. What runs goes on. Another person must lift it.
    </ReasonButton>
  );
}
