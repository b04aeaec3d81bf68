import './desk.css'
import { useNavigate } from '@tanstack/react-router'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { EmptyState, Skeletons } from '../../ui/faces.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useListKeys } from './list-keys.ts'

// wide screens only: phones do not load it for the list
const Ticket = lazy(async () => ({ default: (await import('./ticket.tsx')).Ticket }))

/** Whether the screen is wide enough for list and detail. */
export const useDesk = () => useMediaQuery('(min-width: 768px)', undefined, { getInitialValueInEffect: false })

interface DeskProps {
  /** Identifies the list; another one starts at its top. */
  listName: string
  list: ReactNode
  ticketId: string | undefined
  vetRoute: boolean
}

/** List and detail side by side, each scrolling on its own. */
export function Desk({ listName, list, ticketId, vetRoute }: DeskProps) {
  const listed = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const close = () =>
    ticketId &&
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ticket: undefined, step: undefined, animal: undefined }),
    })
  // runs before the router restores the scroll position of a list visited earlier
  const shown = useRef(listName)
  useLayoutEffect(() => {
    if (shown.current === listName) return
    shown.current = listName
    listed.current?.scrollTo(0, 0)
  }, [listName])
  useListKeys({ list: listed, pane, close })
  return (
    <div className="desk">
      <div className="desk-list" ref={listed} data-scroll-restoration-id={listName}>
        {list}
      </div>
      <section
        className="desk-pane"
        key={ticketId ?? 'none'}
        ref={pane}
        aria-label={postMortemTexts.pane}
        tabIndex={-1}
        data-scroll-restoration-id={`ticket-${ticketId}`}
      >
        {ticketId ? (
          <Suspense fallback={<Skeletons />}>
            <Ticket id={ticketId} vetRoute={vetRoute} beside />
          </Suspense>
        ) : (
          <EmptyState
            text={postMortemTexts.chooseTicket}
            action={<p className="keys-hint">{postMortemTexts.listKeys}</p>}
          />
        )}
      </section>
    </div>
  )
}
