import { type ReactNode, useEffect } from 'react'

/** A screen for people who are not signed in, with its title in the tab. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Chisholm`
  }, [title])
  return <main className="sign-in">{children}</main>
}
