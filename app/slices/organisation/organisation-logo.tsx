/**
 * The logo of an organisation beside its name. Where it has none, the first letter of the name, so that the names in a list stand below each
 * other. It says nothing that is not said beside it.
 */
export function OrganisationLogo({ name, logo }: { name: string; logo: string | null }) {
  const box = "size-10 shrink-0 rounded-lg bg-accent-soft";
  if (logo !== null) return <img src={logo} alt="" width={40} height={40} loading="lazy" className={box} />;
  const [letter = ""] = name;
  return (
    <span aria-hidden="true" className={`${box} flex items-center justify-center font-semibold text-accent`}>
      {letter.toLocaleUpperCase()}
    </span>
  );
}
