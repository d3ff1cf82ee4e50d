import { Footer } from "#app/core/shell/footer.tsx";
import { Logo } from "#app/core/shell/logo.tsx";
import { ErrorPage } from "./error-page.tsx";

/** An error page without the layout of an area. */
export function StandaloneErrorPage() {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4">
      <header className="flex justify-center pt-10">
        <Logo />
      </header>
      <main id="content" tabIndex={-1} className="outline-none flex flex-1 flex-col justify-center">
        <ErrorPage />
      </main>
      <Footer className="pb-6" />
    </div>
  );
}
