import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { DraftTiles } from './draft-tiles.tsx'
import { usePhotoDrafts } from './use-photo-drafts.ts'
import { photoTexts } from './photo-texts.ts'

/**
 * Drafts of an animal that the server does not have: never saved, or deleted. They may be the only copies, so they stay
 * until the user removes them.
 * @param ticketId  null if the post-mortem is gone too
 */
export function MissingAnimal({ ticketId, animalId }: { ticketId: string | null; animalId: string }) {
  const photos = usePhotoDrafts(ticketId ?? '', animalId)
  if (photos.isPending) return null
  if (photos.drafts.length === 0) return <NotFound />
  return (
    <Page title={photoTexts.title} back>
      <p className="banner">{photoTexts.animalMissing}</p>
      {ticketId && (
        <Button component={Link} to={`/a/postmortem/${ticketId}?step=animal`} variant="default">
          {photoTexts.openTicket}
        </Button>
      )}
      <DraftTiles photos={photos} />
    </Page>
  )
}
