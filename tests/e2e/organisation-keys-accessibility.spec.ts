import { addKey } from "#tests/support/organisation-keys.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { check, checkRefused, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("the keys of an organisation are accessible", async ({ page, site, signIn }) => {
    const { id: userId } = await signIn();
    const { id, slug } = await addOrganisation(site, userId);
    const here = `/app/o/${slug}/keys`;
    await check(page, here, language);
    await checkRefused(page, here, language);
    const { id: keyId } = await addKey(site, id, { name: "Import from the catalogue of the library" });
    await addKey(site, id, { name: "Ended", expiresAt: 1, lastUsedAt: Date.now() });
    for (const path of [`/app/o/${slug}`, here, `${here}?confirm=${keyId}`])
      await check(page, path, language);
  });
});
