/** Spins while something loads. Not from the icon set, because some pages that show it need no other icon. */
export function Spinner({ label }: { label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
