import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { readRfid, shownRfid } from '@chisholm/domain/rfid'
import { texts } from '@chisholm/domain/texts'
import { isAbsent } from '../../ui/absent.ts'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { nameOfAnimal } from './animal-facts.tsx'
import { AnimalRecord } from './animal-record.tsx'
import { animalQuery, animalsByRfidQuery } from './queries.ts'
import { animalTexts } from './animal-texts.ts'

const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text)

/** All records of an animal across post-mortems, found by RFID or by the id of one record. */
export function AnimalPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const reading = readRfid(id)
  const byId = useQuery({ ...animalQuery(id), enabled: isId(id) })
  const rfid = isId(id) ? (byId.data?.rfid ?? '') : reading.ok ? reading.rfid : ''
  const records = useQuery({ ...animalsByRfidQuery(rfid), enabled: rfid !== '' })
  const animals = records.data ?? (byId.data ? [byId.data] : [])
  const pending = (isId(id) && byId.isPending) || (rfid !== '' && records.isPending)
  const failed = records.isError || byId.isError
  const title = rfid ? shownRfid(rfid) : animals[0] ? nameOfAnimal(animals[0]) : animalTexts.title
  if (isAbsent(byId.error) || id.trim() === '') return <NotFound />
  return (
    <Page title={title} back ownHeading>
      <h1>{title}</h1>
      {pending && <Skeletons />}
      {failed && (
        <FailedState text={texts.failure.getAnimals} retry={() => void (byId.isError ? byId : records).refetch()} />
      )}
      {!reading.ok && <EmptyState text={reading.mistake} />}
      {rfid !== '' && records.data?.length === 0 && (
        <EmptyState
          text={animalTexts.unknown}
          action={
            <Button component={Link} to={`/a/postmortem/add?rfid=${encodeURIComponent(rfid)}`}>
              {animalTexts.newPostMortemWithRfid}
            </Button>
          }
        />
      )}
      {animals.map((animal) => (
        <AnimalRecord key={animal.id} animal={animal} />
      ))}
    </Page>
  )
}
