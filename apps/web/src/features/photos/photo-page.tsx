import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { ticketQuery } from '../post-mortems/queries.ts'
import { AnimalChoice } from './animal-choice.tsx'
import { AnimalPhotos } from './animal-photos.tsx'
import { MissingAnimal } from './missing-animal.tsx'

/** The photos of one animal of a ticket; without an animal in the address one chooses it first. */
export function PhotoPage() {
  const { id = '', animalId } = useParams({ strict: false }) as { id?: string; animalId?: string }
  const ticket = useQuery(ticketQuery(id))
  const gone = ticket.isError && 'status' in ticket.error && ticket.error.status === 404
  const animal = ticket.data?.veterinary_record.veterinary_record_animals.find((one) => one.id === animalId)

  if (ticket.data && animal) return <AnimalPhotos key={animal.id} ticket={ticket.data} animal={animal} />
  if (animalId && (ticket.data || gone)) return <MissingAnimal ticketId={gone ? null : id} animalId={animalId} />
  if (gone) return <NotFound />
  return (
    <Page title={uiTexts.photos.title} back>
      {ticket.isPending && <Skeletons />}
      {ticket.isError && <FailedState text={texts.failure.getPostMortems} retry={() => void ticket.refetch()} />}
      {ticket.data && <AnimalChoice ticket={ticket.data} />}
    </Page>
  )
}
