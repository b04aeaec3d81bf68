import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Closes the detail pane. If it was opened from the list, this goes back in the history to the list, so that Back does not
 * open the pane again. After a direct link, the list replaces the ticket.
 */
export function useClosePane(listName: string): () => void {
  const router = useRouter()
  // both are of the same location, which the page may not show yet
  const index = useLocation({ select: ({ state: { __TSR_index: position } }) => position })
  const isOpen = useLocation({ select: ({ search }) => search.ticket !== undefined })
  /** The entry of the history in which this list was shown without a ticket. */
  const listEntry = useRef<{ listName: string; index: number } | null>(null)
  useEffect(() => {
    if (!isOpen) listEntry.current = { listName, index }
    else if (listEntry.current?.listName !== listName || listEntry.current.index >= index) listEntry.current = null
  }, [listName, isOpen, index])
  return () => {
    if (!isOpen) return
    if (listEntry.current) router.history.go(listEntry.current.index - index)
    else
      void router.navigate({
        to: '.',
        search: (now: object) => ({ ...now, ticket: undefined, step: undefined, animal: undefined }),
        replace: true,
      })
  }
}
