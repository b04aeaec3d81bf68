import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import { AddPhotos } from './add-photos.tsx'
import { GuidedPhotos } from './guided-photos.tsx'
import { DraftTiles } from './draft-tiles.tsx'
import { isLatePhoto, needsAmendment } from './late-photo.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import { SavedPhotos } from './saved-photos.tsx'
import { useIsUnsent } from './queries.ts'
import type { GuidedPhotosState } from './use-guided-photos.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'
import { useAnimalSlots } from './use-animal-slots.ts'
import { photoTexts } from './photo-texts.ts'

interface PhotosSectionProps {
  postMortem: PostMortem
  animalId: string
  photos: PhotoDrafts
  guide: GuidedPhotosState
  /** The page has a button for the next photo elsewhere. */
  hasCameraElsewhere?: boolean
  onRetry: (draft: PhotoDraft) => void
  /** Continues the wizard; omitted outside it. */
  onReview?: () => void
}

/** Photos of an animal: add, save and delete, depending on permissions. */
export function PhotosSection({
  postMortem,
  animalId,
  photos,
  guide,
  hasCameraElsewhere,
  onRetry,
  onReview,
}: PhotosSectionProps) {
  const currentUser = useSession()
  const unsent = useIsUnsent(animalId)
  const slots = useAnimalSlots(postMortem, animalId, photos)
  if (!currentUser) return null
  // the server has no photos of an unsent animal
  const animal = unsent
    ? undefined
    : postMortem.veterinary_record.veterinary_record_animals.find(({ id }) => id === animalId)
  const mayAdd = can(currentUser, 'photo.upload', toPermissionSubject(postMortem))
  const isReported =
    needsAmendment(currentUser, postMortem) && animal?.medias?.some((photo) => !isLatePhoto(postMortem, photo))
  const slotNames = new Map(slots.map(({ id, name }) => [id, name]))
  const hasDrafts = photos.drafts.length > 0
  return (
    <section className="stack" aria-label={photoTexts.title}>
      {mayAdd && (
        <GuidedPhotos guide={guide} photos={photos} hasCameraElsewhere={hasCameraElsewhere} onReview={onReview} />
      )}
      {mayAdd && <AddPhotos photos={photos} />}
      {!mayAdd && hasDrafts && <p className="banner">{texts.refusal.completedIsReadOnly}</p>}
      {hasDrafts && (
        <h2>{photos.drafts.every(({ waits }) => waits) ? photoTexts.waitingHeading : photoTexts.notSavedHeading}</h2>
      )}
      <DraftTiles photos={photos} slotNames={slotNames} {...(mayAdd && { onRetry })} />
      {animal && hasDrafts && <h2>{photoTexts.savedHeading}</h2>}
      {isReported && <p className="hint">{photoTexts.amendFirst}</p>}
      {animal && (
        <SavedPhotos
          photos={animal.medias}
          slots={animal.photo_slots}
          postMortem={postMortem}
          canDelete
          empty={hasDrafts ? undefined : <EmptyState text={texts.empty.photos} />}
          expected={animal.photos}
        />
      )}
    </section>
  )
}
