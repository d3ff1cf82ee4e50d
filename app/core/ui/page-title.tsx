import { use } from "react";
import { PRODUCT_NAME } from "#app/product.ts";
import { DocumentContext } from "./document-context.ts";

/**
 * The page's title in the browser's tab: React moves it to the head. It starts with the name of the environment, if
 * any.
 */
export function PageTitle({ title }: { title: string }) {
  const { environment } = use(DocumentContext).deployment;
  return <title>{[environment?.label, title, PRODUCT_NAME].filter(Boolean).join(" · ")}</title>;
}
