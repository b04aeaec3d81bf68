import { Link } from '@tanstack/react-router'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/faces.tsx'
import { nameOfAnimal } from '../animals/index.ts'
import { useAllDrafts } from './drafts.ts'
import { NotSavedPill } from './not-saved-pill.tsx'
import { photoRoute } from './photo-route.ts'
import { photoTexts } from './photo-texts.ts'

export function AnimalChoice({ ticket }: { ticket: PostMortem }) {
  const person = useSession()
  const drafts = useAllDrafts()
  const animals = ticket.veterinary_record.veterinary_record_animals
  if (!person) return null
  if (animals.length === 0) return <EmptyState text={texts.empty.animals} />
  return (
    <>
      <p>{photoTexts.whichAnimal}</p>
      <ul className="list">
        {animals.map((animal) => {
          const waiting = drafts.filter((draft) => draft.animalId === animal.id)
          return (
            <li key={animal.id}>
              <Link className="card" to={photoRoute(person, ticket.id, animal.id)}>
                <span className="no">{nameOfAnimal(animal)}</span>
                <span className="meta">{photoTexts.count(animal.photos)}</span>
                <NotSavedPill drafts={waiting} />
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
