import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { nameOfAnimal } from '../animals/index.ts'
import { useAllPhotoDrafts } from './photo-drafts.ts'
import { UnsavedPhotoCounts } from './unsaved-photo-counts.tsx'
import { photoPath } from '@chisholm/domain/page-paths'
import { photoTexts } from './photo-texts.ts'

export function AnimalPicker({ postMortem }: { postMortem: PostMortem }) {
  const currentUser = useSession()
  const drafts = useAllPhotoDrafts()
  const animals = postMortem.veterinary_record.veterinary_record_animals
  if (!currentUser) return null
  if (animals.length === 0) return <EmptyState text={texts.empty.animals} />
  return (
    <>
      <p>{photoTexts.whichAnimal}</p>
      <ul className="list">
        {animals.map((animal) => {
          const animalDrafts = drafts.filter((draft) => draft.animalId === animal.id)
          return (
            <li key={animal.id}>
              <LinkRow
                to={photoPath(currentUser, postMortem.id, animal.id)}
                title={nameOfAnimal(animal)}
                hint={photoTexts.count(animal.photos)}
              >
                <UnsavedPhotoCounts drafts={animalDrafts} />
              </LinkRow>
            </li>
          )
        })}
      </ul>
    </>
  )
}
