import './photos.css'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useAllDrafts } from './drafts.ts'
import { photoRoute } from './photo-route.ts'
import { photoTexts } from './photo-texts.ts'

/** Links to unsaved photos from every page except that of their own post-mortem. */
export function DraftsBanner() {
  // drafts waiting for a connection are counted by the outbox status bar
  const drafts = useAllDrafts().filter(({ waits }) => !waits)
  const { href } = useLocation()
  const person = useSession()
  const [first] = drafts.filter(({ ticketId }) => !href.includes(ticketId))
  if (!first || !person) return null
  return (
    <aside className="drafts-banner" aria-label={photoTexts.notSaved}>
      <div className="banner with-action">
        <p>{photoTexts.unsavedSomewhere(drafts.length)}</p>
        <Button component={Link} size="sm" variant="default" to={photoRoute(person, first.ticketId, first.animalId)}>
          {photoTexts.goOn}
        </Button>
      </div>
    </aside>
  )
}
