import { type ReactNode, useEffect } from 'react'
import { setHeader } from './header-state.ts'

interface PageProps {
  title: string
  /** Shows the way back in the header: to this address, or one step in the history. */
  back?: string | true
  children: ReactNode
  /** At most two buttons, fixed at the thumb. They take the place of the footer. */
  foot?: ReactNode
  /** The title is shown in the header alone; the page brings its own h1. */
  ownHeading?: boolean
  wide?: boolean
}

/** A screen: its title in the header, one h1, its content, and at most two buttons at the foot. */
export function Page({ title, back, children, foot, ownHeading, wide }: PageProps) {
  const hasFoot = foot !== undefined && foot !== null && foot !== false
  useEffect(() => {
    setHeader({ title, back: back ?? null, foot: hasFoot })
    document.title = `${title} · Chisholm`
    return () => setHeader({ title: '', back: null, foot: false })
  }, [title, back, hasFoot])
  return (
    <main className={wide ? 'main wide' : 'main'} id="content" tabIndex={-1}>
      {!ownHeading && <h1 className="visually-hidden">{title}</h1>}
      {children}
      {hasFoot && (
        <div className="foot">
          <div>{foot}</div>
        </div>
      )}
    </main>
  )
}
