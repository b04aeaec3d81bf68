import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { DraftTiles } from './draft-tiles.tsx'
import { usePhotoDrafts } from './use-photo-drafts.ts'
import { photoTexts } from './photo-texts.ts'

const words = photoTexts

/**
 * Photos of an animal that is not on the server: it was never saved, or it was deleted meanwhile. They are shown
 * until they are removed, for they may be the only ones there are.
 * @param ticketId  null when the ticket is gone as well
 */
export function MissingAnimal({ ticketId, animalId }: { ticketId: string | null; animalId: string }) {
  const photos = usePhotoDrafts(ticketId ?? '', animalId)
  if (photos.isPending) return null
  if (photos.drafts.length === 0) return <NotFound />
  return (
    <Page title={words.title} back>
      <p className="banner">{words.animalMissing}</p>
      {ticketId && (
        <Button component={Link} to={`/a/postmortem/${ticketId}?step=animal` as string} variant="default">
          {words.openTicket}
        </Button>
      )}
      <DraftTiles photos={photos} />
    </Page>
  )
}
