import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { useAllPhotoDrafts } from './photo-drafts.ts'
import { UnsavedPhotoCounts } from './unsaved-photo-counts.tsx'
import { photoPath } from '@chisholm/domain/page-paths'
import { useIsUnsent } from './queries.ts'
import { SavedPhotos } from './saved-photos.tsx'
import { SlotSummary } from './slot-summary.tsx'
import { photoTexts } from './photo-texts.ts'

/** Photos of an animal, read-only, with a link to the page that edits them. */
export function PhotoStrip({ postMortem, animal }: { postMortem: PostMortem; animal: Animal }) {
  const currentUser = useSession()
  const drafts = useAllPhotoDrafts().filter((draft) => draft.animalId === animal.id)
  const unsent = useIsUnsent(animal.id)
  const mayAdd = currentUser !== null && can(currentUser, 'photo.upload', toPermissionSubject(postMortem))
  return (
    <section className="stack" aria-label={photoTexts.titleOf(nameOfAnimal(animal))}>
      <SlotSummary postMortem={postMortem} animal={animal} drafts={drafts} />
      {!unsent && (
        <SavedPhotos
          photos={animal.medias}
          slots={animal.photo_slots}
          expected={animal.photos}
          postMortem={postMortem}
          {...(drafts.length > 0 && { empty: null })}
        />
      )}
      <UnsavedPhotoCounts drafts={drafts} />
      {currentUser && mayAdd && (
        <Button
          component={Link}
          to={photoPath(currentUser, postMortem.id, animal.id)}
          variant="default"
          style={{ alignSelf: 'flex-start' }}
        >
          {animal.photos > 0 ? photoTexts.addOrDelete : photoTexts.add}
        </Button>
      )}
    </section>
  )
}
