import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import type { LoginPart } from "#app/identity/auth/login-part.ts";

/** The buttons to sign in with the demo accounts. */
export const demoLoginPart: LoginPart<string[]> = { key: "demo", Above: DemoSignIn };

function DemoSignIn({ data: accounts }: { data: string[] }) {
  const { t } = useI18n();
  if (accounts.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-3 border-b border-line pb-6">
      <p className="text-quiet">{t("demo:accounts")}</p>
      {accounts.map((email) => (
        <Form key={email} method="post">
          <input type="hidden" name="email" value={email} />
          <SubmitButton variant="secondary" width="full" intent={email}>
            {t("demo:signInAs", { email })}
          </SubmitButton>
        </Form>
      ))}
    </div>
  );
}
