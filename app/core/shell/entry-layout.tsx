import type { ReactNode } from "react";
import { FlashMessage } from "./flash-message.tsx";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";

/** The layout of sign-in, onboarding and sign-out: one sheet of paper, and the language menu. */
export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4">
      <header className="flex justify-center pt-10 pb-10 sm:pt-20">
        <Logo />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="outline-none deckle-top deckle-bottom relative bg-sheet px-6 py-6 wrap-anywhere sm:px-9 sm:py-8"
      >
        <FlashMessage />
        {children}
      </main>
      <Footer className="mt-auto pt-10 pb-6" />
    </div>
  );
}
