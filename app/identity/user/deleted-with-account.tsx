/** Lists what is deleted with an account, if anything. @param children the sentence above the list of names */
export function DeletedWithAccount({ names, children }: { names: string[]; children: string }) {
  if (names.length === 0) return null;
  return (
    <>
      <p className="mt-2 text-quiet">{children}</p>
      <ul className="mt-1 list-disc ps-6 text-start">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and the list never changes
          <li key={index} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
