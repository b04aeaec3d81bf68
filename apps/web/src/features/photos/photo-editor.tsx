import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/faces.tsx'
import { AddPhotos } from './add-photos.tsx'
import { DraftTiles } from './draft-tiles.tsx'
import type { PhotoDraft } from './kept-drafts.ts'
import { SavedPhotos } from './saved-photos.tsx'
import { useIsUnsent } from './queries.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'
import { photoTexts } from './photo-texts.ts'

interface PhotoEditorProps {
  ticket: PostMortem
  animalId: string
  photos: PhotoDrafts
  onRetry: (draft: PhotoDraft) => void
}

/** Photos of an animal: add, save and delete, depending on permissions. */
export function PhotoEditor({ ticket, animalId, photos, onRetry }: PhotoEditorProps) {
  const person = useSession()
  const unsent = useIsUnsent(animalId)
  if (!person) return null
  // the server has no photos of an animal it does not have
  const animal = unsent
    ? undefined
    : ticket.veterinary_record.veterinary_record_animals.find(({ id }) => id === animalId)
  const mayAdd = can(person, 'photo.upload', toPermissionSubject(ticket))
  const waits = photos.drafts.length > 0
  return (
    <section className="stack" aria-label={photoTexts.title}>
      {mayAdd && <AddPhotos photos={photos} />}
      {!mayAdd && waits && <p className="banner">{texts.refusal.completedIsReadOnly}</p>}
      {waits && <h2>{photoTexts.notSavedHeading}</h2>}
      <DraftTiles photos={photos} {...(mayAdd && { onRetry })} />
      {animal && waits && <h2>{photoTexts.savedHeading}</h2>}
      {animal && (
        <SavedPhotos
          animalId={animalId}
          mayDelete={can(person, 'photo.delete', toPermissionSubject(ticket))}
          empty={waits ? undefined : <EmptyState text={texts.empty.photos} />}
          expected={animal.photos}
        />
      )}
    </section>
  )
}
