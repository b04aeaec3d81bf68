import { type ReactNode, useEffect } from 'react'
import { setHeader } from './header-state.ts'
import { usePageTitle } from './use-page-title.ts'

interface PageProps {
  title: string
  headerTitle?: string
  /** Back button of the header: to this path, or one step in the history. */
  back?: string | true
  children: ReactNode
  /** At most two buttons, fixed at the bottom. They replace the navigation on a phone. */
  footer?: ReactNode
  /** The page renders its own h1; otherwise a visually hidden one is added. */
  ownHeading?: boolean
  wide?: boolean
}

export function Page({ title, headerTitle = title, back, children, footer, ownHeading, wide }: PageProps) {
  usePageTitle(title)
  const hasFooter = footer !== undefined && footer !== null && footer !== false
  useEffect(() => {
    setHeader({ title: headerTitle, back: back ?? null, hasFooter })
    return () => setHeader({ title: '', back: null, hasFooter: false })
  }, [headerTitle, back, hasFooter])
  return (
    <main className={wide ? 'main wide' : 'main'} id="content" tabIndex={-1}>
      {!ownHeading && <h1 className="visually-hidden">{title}</h1>}
      {children}
      {hasFooter && (
        <div className="page-footer">
          <div>{footer}</div>
        </div>
      )}
    </main>
  )
}
