import { useParams } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { useTicket } from '../post-mortems/index.ts'
import { AnimalChoice } from './animal-choice.tsx'
import { AnimalPhotos } from './animal-photos.tsx'
import { MissingAnimal } from './missing-animal.tsx'
import { photoTexts } from './photo-texts.ts'

/** Photos of one animal, or a list to choose the animal from. */
export function PhotoPage() {
  const { id = '', animalId }: { id?: string; animalId?: string } = useParams({ strict: false })
  const { ticket, isPending, isGone, refetch } = useTicket(id)
  const animal = ticket?.veterinary_record.veterinary_record_animals.find((one) => one.id === animalId)

  if (ticket && animal) return <AnimalPhotos key={animal.id} ticket={ticket} animal={animal} />
  if (animalId && (ticket || isGone)) return <MissingAnimal ticketId={isGone ? null : id} animalId={animalId} />
  if (isGone) return <NotFound />
  return (
    <Page title={photoTexts.title} back>
      {isPending && <Skeletons />}
      {!ticket && !isPending && <FailedState text={texts.failure.getPostMortems} retry={refetch} />}
      {ticket && <AnimalChoice ticket={ticket} />}
    </Page>
  )
}
