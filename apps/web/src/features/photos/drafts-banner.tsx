import './photos.css'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useAllDrafts } from './drafts.ts'
import { photoRoute } from './photo-route.ts'
import { photoTexts } from './photo-texts.ts'

const words = photoTexts

/** Tells on every page that photos are not saved yet, and leads to them; at their own ticket they are in sight. */
export function DraftsBanner() {
  // those that wait for a connection are counted in the outbox
  const drafts = useAllDrafts().filter(({ waits }) => !waits)
  const { href } = useLocation()
  const person = useSession()
  const [first] = drafts.filter(({ ticketId }) => !href.includes(ticketId))
  if (!first || !person) return null
  return (
    <aside className="drafts-banner" aria-label={words.notSaved}>
      <div className="banner with-action">
        <p>{words.unsavedSomewhere(drafts.length)}</p>
        <Button
          component={Link}
          size="sm"
          variant="default"
          to={photoRoute(person, first.ticketId, first.animalId) as string}
        >
          {words.goOn}
        </Button>
      </div>
    </aside>
  )
}
