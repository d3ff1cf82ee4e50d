/** Turns while something is on its way. No icon of the icon set: it is on pages that need no other. */
export function Spinner({ label }: { label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
