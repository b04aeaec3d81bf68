import { Button, CloseButton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { keptEntries } from '../api/kept-entries.ts'
import { keptForms } from '../api/kept.ts'
import { session } from '../api/session.ts'
import { unfinishedOf } from '../features/post-mortems/index.ts'
import { outboxTexts } from '../outbox-texts.ts'

/** Unfinished work at app start; never refetched, because later work is visible anyway. */
const unfinishedQuery = () =>
  queryOptions({
    queryKey: ['unfinished', session.read()?.uuid],
    queryFn: async () => unfinishedOf(await keptForms(), await keptEntries.of(session.read()?.uuid ?? '')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

/** Offers to resume a post-mortem that was begun but not sent before the app was closed. */
export function GoOnBanner() {
  const unfinished = useQuery(unfinishedQuery()).data
  const { href } = useLocation()
  const [done, setDone] = useState(false)
  // dismissed once the user opens it another way
  if (unfinished && !done && href.includes(unfinished.path)) setDone(true)
  if (!unfinished || done) return null
  return (
    <aside className="drafts-banner" aria-label={outboxTexts.unfinished}>
      <div className="banner" style={{ paddingRight: 4 }}>
        <p className="grow">{outboxTexts.unfinished}</p>
        <Button component={Link} size="sm" mih={44} variant="default" to={unfinished.to}>
          {outboxTexts.goOn}
        </Button>
        <CloseButton
          size={44}
          iconSize={20}
          aria-label={outboxTexts.notNow}
          onClick={() => setDone(true)}
          c="inherit"
        />
      </div>
    </aside>
  )
}
