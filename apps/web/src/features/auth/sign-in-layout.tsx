import { type ReactNode, useEffect } from 'react'
import { useFollowSignIn } from './use-complete-sign-in.ts'

/** Layout of the pages before sign-in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  useFollowSignIn()
  useEffect(() => {
    document.title = `${title} · Chisholm`
  }, [title])
  return <main className="sign-in">{children}</main>
}
