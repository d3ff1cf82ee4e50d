import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";

const SIZES = {
  small: { look: "size-8", pixels: 32 },
  large: { look: "size-24 font-serif text-4xl", pixels: 96 },
};

/**
 * The picture of a user. Below it, and where they have none, is the first letter of their name, which works in scripts without
 * capitals, too. It says nothing that is not said beside it.
 */
export function Avatar({
  user: { name, email },
  picture,
  size = "small",
}: {
  user: { name: string | null; email: string };
  picture: PersonPicture | null;
  size?: keyof typeof SIZES;
}) {
  const [letter = ""] = name ?? email;
  const { look, pixels } = SIZES[size];
  return (
    <span
      aria-hidden="true"
      className={`relative flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-solid font-semibold text-on-accent ${look}`}
    >
      {letter.toLocaleUpperCase()}
      {picture && (
        <img
          src={picture[size]}
          alt=""
          width={pixels}
          height={pixels}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
