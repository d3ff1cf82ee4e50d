import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";

/**
 * The picture of a user. Behind it, and instead of a missing one, is the first letter of their name, which also works
 * in scripts without capitals. It is hidden from screen readers, because the name is next to it.
 */
export function Avatar({
  user: { name, email },
  picture,
  size = "small",
}: {
  user: { name: string | null; email: string };
  picture: PersonPicture | null;
  size?: keyof PersonPicture;
}) {
  const [letter = ""] = name ?? email;
  const isLarge = size === "large";
  const pixels = isLarge ? 96 : 32;
  return (
    <span
      aria-hidden="true"
      className={`relative flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-solid font-semibold text-on-accent ${isLarge ? "size-24 font-serif text-4xl" : "size-8"}`}
    >
      <span>{letter.toLocaleUpperCase()}</span>
      {picture && <img src={picture[size]} alt="" width={pixels} height={pixels} className="absolute" />}
    </span>
  );
}
