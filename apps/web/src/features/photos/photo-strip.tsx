import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/shapes'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { useAllDrafts } from './drafts.ts'
import { NotSavedPill } from './not-saved-pill.tsx'
import { photoRoute } from './photo-route.ts'
import { useIsUnsent } from './queries.ts'
import { SavedPhotos } from './saved-photos.tsx'
import { photoTexts } from './photo-texts.ts'

/** Photos of an animal, read-only, with a link to the page that edits them. */
export function PhotoStrip({ ticket, animal }: { ticket: PostMortem; animal: Animal }) {
  const person = useSession()
  const waiting = useAllDrafts().filter((draft) => draft.animalId === animal.id)
  const unsent = useIsUnsent(animal.id)
  const mayAdd = person !== null && can(person, 'photo.upload', toPermissionSubject(ticket))
  return (
    <section className="stack" aria-label={photoTexts.titleOf(nameOfAnimal(animal))}>
      {!unsent && <SavedPhotos animalId={animal.id} expected={animal.photos} />}
      <NotSavedPill drafts={waiting} />
      {person && mayAdd && (
        <Button
          component={Link}
          to={photoRoute(person, ticket.id, animal.id)}
          variant="default"
          style={{ alignSelf: 'flex-start' }}
        >
          {animal.photos > 0 ? photoTexts.addOrDelete : photoTexts.add}
        </Button>
      )}
    </section>
  )
}
