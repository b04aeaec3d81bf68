import './photos.css'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useAllPhotoDrafts } from './photo-drafts.ts'
import { photoPath } from '@chisholm/domain/page-paths'
import { photoTexts } from './photo-texts.ts'

/** Links to unsaved photos from every page except that of their own post-mortem. */
export function PhotoDraftsBanner() {
  // drafts waiting for a connection are counted by the outbox status bar
  const drafts = useAllPhotoDrafts().filter(({ waits }) => !waits)
  const { href } = useLocation()
  const currentUser = useSession()
  const [first] = drafts.filter(({ postMortemId }) => !href.includes(postMortemId))
  if (!first || !currentUser) return null
  return (
    <aside className="drafts-banner" aria-label={photoTexts.notSaved}>
      <div className="banner with-action">
        <p>{photoTexts.unsavedSomewhere(drafts.length)}</p>
        <Button
          component={Link}
          size="sm"
          variant="default"
          to={photoPath(currentUser, first.postMortemId, first.animalId)}
        >
          {photoTexts.goOn}
        </Button>
      </div>
    </aside>
  )
}
