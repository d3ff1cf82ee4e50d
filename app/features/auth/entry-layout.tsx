import type { ReactNode } from "react";
import { FlashMessage } from "#app/ui/flash-message.tsx";
import { Footer } from "#app/ui/footer.tsx";
import { Logo } from "#app/ui/logo.tsx";

/** The page around signing in, onboarding and signing out: one sheet of paper, and the languages. */
export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4">
      <header className="flex justify-center pt-10 pb-10 sm:pt-20">
        <Logo />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="outline-none deckle-top deckle-bottom relative bg-sheet px-6 py-6 sm:px-9 sm:py-8"
      >
        <FlashMessage />
        {children}
      </main>
      <Footer className="mt-auto pt-10 pb-6" />
    </div>
  );
}

/** The heading of such a page, and what it is about. */
export function EntryHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="font-serif text-3xl font-semibold text-balance">{title}</h1>
      {children && <div className="mt-2 text-quiet">{children}</div>}
    </div>
  );
}
