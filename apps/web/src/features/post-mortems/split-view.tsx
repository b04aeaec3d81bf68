import './split-view.css'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { EmptyState, Skeletons } from '../../ui/states.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useClosePane } from './use-close-pane.ts'
import { useListKeys } from './use-list-keys.ts'

// Only wide screens need these steps beside a list, so phones do not load them for it.
const PostMortemSteps = lazy(async () => ({ default: (await import('./post-mortem-steps.tsx')).PostMortemSteps }))

interface SplitViewProps {
  /** Identifies the list. Another list starts at its top. */
  listName: string
  list: ReactNode
  postMortemId: string | undefined
  vetRoute: boolean
}

/** List and detail side by side. Each scrolls on its own. */
export function SplitView({ listName, list, postMortemId, vetRoute }: SplitViewProps) {
  const listElement = useRef<HTMLDivElement>(null)
  const detailPane = useRef<HTMLElement>(null)
  const close = useClosePane(listName)
  // This runs before the router restores the scroll position of a list that was visited earlier.
  const lastListName = useRef(listName)
  useLayoutEffect(() => {
    if (lastListName.current === listName) return
    lastListName.current = listName
    listElement.current?.scrollTo(0, 0)
  }, [listName])
  useListKeys({ list: listElement, detailPane, close })
  return (
    <div className="split-view">
      <div className="split-view-list" ref={listElement} data-scroll-restoration-id={listName}>
        {list}
      </div>
      <section
        className="split-view-detail"
        key={postMortemId ?? 'none'}
        ref={detailPane}
        aria-label={postMortemTexts.pane}
        tabIndex={-1}
        data-scroll-restoration-id={`ticket-${postMortemId}`}
      >
        {postMortemId ? (
          <Suspense fallback={<Skeletons />}>
            <PostMortemSteps id={postMortemId} vetRoute={vetRoute} inSplitView />
          </Suspense>
        ) : (
          <EmptyState
            text={postMortemTexts.choosePostMortem}
            action={<p className="keys-hint">{postMortemTexts.listKeys}</p>}
          />
        )}
      </section>
    </div>
  )
}
