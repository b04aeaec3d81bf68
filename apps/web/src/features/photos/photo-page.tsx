import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { EmptyState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { nameOfAnimal } from '../animals/animal-facts.tsx'
import { ticketQuery } from '../post-mortems/queries.ts'
import { PhotoStrip } from './photo-strip.tsx'

/** The photos of one animal of a ticket; without an animal in the address one chooses it first. */
export function PhotoPage() {
  const { id = '', animalId } = useParams({ strict: false }) as { id?: string; animalId?: string }
  const ticket = useQuery(ticketQuery(id))
  const [chosen, setChosen] = useState<string | null>(null)
  const { history } = useRouter()
  if (ticket.isError) return <NotFound />
  const animals = ticket.data?.veterinary_record.veterinary_record_animals ?? []
  const current = animals.find((animal) => animal.id === (animalId ?? chosen)) ?? (animalId ? undefined : animals[0])
  const title = current ? `Photos of ${nameOfAnimal(current)}` : 'Photos'
  return (
    <Page title={title} back ownHeading foot={<Button onClick={() => history.back()}>Done</Button>}>
      <h1>{title}</h1>
      {ticket.isPending && <Skeletons />}
      {!animalId && animals.length > 1 && (
        <div className="tabs" role="tablist">
          {animals.map((animal) => (
            <button
              key={animal.id}
              type="button"
              role="tab"
              aria-selected={animal.id === current?.id}
              onClick={() => setChosen(animal.id)}
            >
              {nameOfAnimal(animal)}
            </button>
          ))}
        </div>
      )}
      {ticket.data && current && <PhotoStrip key={current.id} ticket={ticket.data} animalId={current.id} />}
      {ticket.data && !current && <EmptyState text={texts.empty.animals} />}
    </Page>
  )
}
