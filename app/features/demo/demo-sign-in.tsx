import { Form } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { SubmitButton } from "#app/ui/button.tsx";

/** The buttons to sign in with the demo accounts. */
export function DemoSignIn({ accounts }: { accounts: string[] }) {
  const { t } = useI18n();
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
