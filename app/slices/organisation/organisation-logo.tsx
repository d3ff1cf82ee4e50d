/**
 * The logo of an organisation beside its name. Where it has none, the first letter of the name, so that the names in a list stand below each
 * other. It says nothing that is not said beside it.
 * @param isSmall whether it is in a table, whose rows are low
 */
export function OrganisationLogo({
  name,
  logo,
  isSmall = false,
}: {
  name: string;
  logo: string | null;
  isSmall?: boolean;
}) {
  const pixels = isSmall ? 28 : 40;
  const box = `${isSmall ? "size-7 rounded-md" : "size-10 rounded-lg"} shrink-0 bg-accent-soft`;
  if (logo !== null)
    return <img src={logo} alt="" width={pixels} height={pixels} loading="lazy" className={box} />;
  const [letter = ""] = name;
  return (
    <span aria-hidden="true" className={`${box} flex items-center justify-center font-semibold text-accent`}>
      {letter.toLocaleUpperCase()}
    </span>
  );
}
