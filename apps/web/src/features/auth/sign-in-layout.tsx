import type { ReactNode } from 'react'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { useFollowSignIn } from './use-complete-sign-in.ts'

/** Layout of the pages before sign-in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  useFollowSignIn()
  usePageTitle(title)
  return <main className="sign-in">{children}</main>
}
