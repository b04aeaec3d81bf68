import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { clientPostMortemPath } from '@chisholm/domain/page-paths'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { DraftTiles } from './draft-tiles.tsx'
import { usePhotoDrafts } from './use-photo-drafts.ts'
import { photoTexts } from './photo-texts.ts'

/**
 * Drafts of an animal that does not exist on the server: never saved, or deleted. They may be the only copies, so they
 * stay until the user removes them.
 * @param postMortemId  null if the post-mortem is gone too
 */
export function MissingAnimalPhotos({ postMortemId, animalId }: { postMortemId: string | null; animalId: string }) {
  const photos = usePhotoDrafts(postMortemId ?? '', animalId)
  // the removal of the last one can be undone, so it does not end the page
  const [hadDrafts, setHadDrafts] = useState(false)
  if (photos.drafts.length > 0 && !hadDrafts) setHadDrafts(true)
  if (photos.isPending) return null
  if (photos.drafts.length === 0 && !hadDrafts) return <NotFoundPage />
  return (
    <Page title={photoTexts.title} back>
      <p className="banner">{photoTexts.animalMissing}</p>
      {postMortemId && (
        <Button component={Link} to={`${clientPostMortemPath(postMortemId)}?step=animal`} variant="default">
          {photoTexts.openPostMortem}
        </Button>
      )}
      <DraftTiles photos={photos} />
    </Page>
  )
}
