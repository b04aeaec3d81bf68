import { useParams } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { DangerBanner, usePostMortem } from '../post-mortems/index.ts'
import { AnimalPicker } from './animal-picker.tsx'
import { AnimalPhotos } from './animal-photos.tsx'
import { MissingAnimalPhotos } from './missing-animal-photos.tsx'
import { photoTexts } from './photo-texts.ts'

/** Photos of one animal, or a list to choose the animal from. */
export function PhotoPage() {
  const { id = '', animalId }: { id?: string; animalId?: string } = useParams({ strict: false })
  const { postMortem, isPending, isGone, isFetching, refetch } = usePostMortem(id)
  const animal = postMortem?.veterinary_record.veterinary_record_animals.find((one) => one.id === animalId)

  if (postMortem && animal) return <AnimalPhotos key={animal.id} postMortem={postMortem} animal={animal} />
  if (animalId && (postMortem || isGone))
    return <MissingAnimalPhotos key={animalId} postMortemId={isGone ? null : id} animalId={animalId} />
  if (isGone) return <NotFoundPage />
  return (
    <Page title={photoTexts.title} back>
      <DangerBanner postMortem={postMortem} />
      {isPending && <Skeletons />}
      {!postMortem && !isPending && (
        <FailedState text={texts.failure.getPhotos} onRetry={refetch} isRetrying={isFetching} />
      )}
      {postMortem && <AnimalPicker postMortem={postMortem} />}
    </Page>
  )
}
