import { PRODUCT_NAME } from "#app/product.ts";

/** The title of the page in the browser's tab: React puts it into the head. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${PRODUCT_NAME}`}</title>;
}
