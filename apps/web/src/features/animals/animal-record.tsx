import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Animal } from '@chisholm/domain/shapes'
import { Skeletons } from '../../ui/faces.tsx'
import { SavedPhotos } from '../photos/index.ts'
import { Pill, ticketQuery } from '../post-mortems/index.ts'
import { AnimalFactsList, nameOfAnimal } from './animal-facts.tsx'
import { animalTexts } from './animal-texts.ts'

/** One record of an animal under the number of its post-mortem, which tells the records apart. */
export function AnimalRecord({ animal }: { animal: Animal }) {
  const { data: ticket, isPending } = useQuery(ticketQuery(animal.veterinary_record_id))
  const to = `/a/vet/ticketdetail/${animal.veterinary_record_id}`
  const number = ticket?.title ?? ''
  return (
    <article className="card" aria-label={number || nameOfAnimal(animal)}>
      {isPending && <Skeletons count={1} height={52} />}
      {ticket && (
        <>
          <div className="row between">
            <h2>
              <Link to={to}>{number}</Link>
            </h2>
            <Pill text={ticket.status} />
          </div>
          <p>
            {ticket.customer.name} - {ticket.veterinary_record.site.name}
          </p>
        </>
      )}
      <AnimalFactsList animal={animal} />
      {animal.vet_diagnosis && <p>{animalTexts.diagnosedAs(animal.vet_diagnosis.name)}</p>}
      {animal.photos > 0 && <SavedPhotos animalId={animal.id} expected={animal.photos} />}
      <div className="row">
        <Button component={Link} to={to} variant="default">
          {animalTexts.openTicket}
          <span className="visually-hidden"> {number}</span>
        </Button>
        <Button component={Link} to={`/a/record/${animal.id}`} variant="default">
          {animalTexts.editRecord}
          <span className="visually-hidden"> {number}</span>
        </Button>
      </div>
    </article>
  )
}
