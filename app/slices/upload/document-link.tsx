import { fileSize } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";

/** A document, for a page. */
export interface ShownDocument {
  name: string;
  bytes: number;
}

/** A link that downloads a document, with its name and size. @param from the path of the download */
export function DocumentLink({ document, from }: { document: ShownDocument; from: string }) {
  const { i18n } = useI18n();
  return (
    <a href={from} className="inline-flex min-h-11 max-w-full items-center gap-2 text-accent">
      <Icon name="download" className="size-5 shrink-0" />
      <bdi className="min-w-0 break-words underline underline-offset-4">{document.name}</bdi>
      <span className="shrink-0 text-quiet">{fileSize(i18n.language, document.bytes)}</span>
    </a>
  );
}

/** A row's document on its page, below the list of its facts. @param label the name of the field */
export function RowDocument({ label, ...link }: { label: string; document: ShownDocument; from: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 py-1">
      <span className="w-28 text-quiet">{label}</span>
      <DocumentLink {...link} />
    </p>
  );
}
