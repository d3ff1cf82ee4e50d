import { useState } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import type { DemoRefusal } from "./demo-refusal.ts";

/** Explains how to start a copy of the product without restrictions, and whom to contact. */
export default function DemoNotice({ command, contacts }: Pick<DemoRefusal, "command" | "contacts">) {
  const { t } = useI18n();
  return (
    <div className="flex w-full flex-col gap-3 text-start">
      {command && <CopyCommand command={command} />}
      {contacts.length > 0 && (
        <div>
          <p>{t("demo:contact")}</p>
          <ul>
            {contacts.map((contact) => (
              <li key={contact}>
                <a
                  href={contact}
                  className="inline-block py-2 wrap-anywhere text-accent underline underline-offset-4"
                >
                  <bdi>{contact.replace(/^(mailto:|https:\/\/)/, "")}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function CopyCommand({ command }: { command: string }) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  return (
    <>
      <p>{t("demo:copy")}</p>
      <pre
        dir="ltr"
        className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap select-all"
      >
        <code>{command}</code>
      </pre>
      <div>
        <CopyButton variant="secondary" text={command} onCopied={() => setCopied(true)}>
          <Icon name={copied ? "check" : "copy"} className="size-4" />
          <span>{copied ? t("demo:copied") : t("demo:copyCommand")}</span>
        </CopyButton>
      </div>
    </>
  );
}
