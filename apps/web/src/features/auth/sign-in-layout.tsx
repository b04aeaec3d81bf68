import { type ReactNode, useEffect } from 'react'

/** Layout of the pages before sign-in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Chisholm`
  }, [title])
  return <main className="sign-in">{children}</main>
}
