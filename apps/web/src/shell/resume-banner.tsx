import { Button, CloseButton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { outboxStore } from '../api/outbox-store.ts'
import { listDrafts } from '../api/form-drafts.ts'
import { session } from '../api/session.ts'
import { findUnfinished } from '../features/post-mortems/index.ts'
import { outboxTexts } from '../outbox-texts.ts'

/** Unfinished work when the app starts. It is not read again, because later work is visible anyway. */
const unfinishedQuery = () =>
  queryOptions({
    queryKey: ['unfinished', session.read()?.uuid],
    queryFn: async () => findUnfinished(await listDrafts(), await outboxStore.list(session.read()?.uuid ?? '')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

/** Offers to resume a post-mortem that was begun but not sent before the app was closed. */
export function ResumeBanner() {
  const unfinished = useQuery(unfinishedQuery()).data
  const { href } = useLocation()
  const [isDismissed, setDismissed] = useState(false)
  // The banner goes away when the user opens the work in another way.
  if (unfinished && !isDismissed && href.includes(unfinished.pathPart)) setDismissed(true)
  if (!unfinished || isDismissed) return null
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
          onClick={() => setDismissed(true)}
          c="inherit"
        />
      </div>
    </aside>
  )
}
