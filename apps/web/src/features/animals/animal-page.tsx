import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { parseRfid, formatRfid } from '@chisholm/domain/rfid'
import { texts } from '@chisholm/domain/texts'
import { isUuid } from '@chisholm/domain/uuid'
import { isNotFound } from '../../ui/is-not-found.ts'
import { EmptyState, FailedState, Skeletons } from '../../ui/states.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { nameOfAnimal } from './animal-name.ts'
import { AnimalRecord } from './animal-record.tsx'
import { animalQuery, animalsByRfidQuery } from './queries.ts'
import { animalTexts } from './animal-texts.ts'

/** All records of an animal in all post-mortems, found by RFID or by the id of one record. */
export function AnimalPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const parsedRfid = parseRfid(id)
  const byId = useQuery({ ...animalQuery(id), enabled: isUuid(id) })
  const rfid = isUuid(id) ? (byId.data?.rfid ?? '') : parsedRfid.ok ? parsedRfid.rfid : ''
  const records = useQuery({ ...animalsByRfidQuery(rfid), enabled: rfid !== '' })
  const animals = records.data ?? (byId.data ? [byId.data] : [])
  const isPending = (isUuid(id) && byId.isPending) || (rfid !== '' && records.isPending)
  const failed = [byId, records].find(({ isLoadingError }) => isLoadingError)
  const title = rfid ? formatRfid(rfid) : animals[0] ? nameOfAnimal(animals[0]) : animalTexts.title
  if (isNotFound(byId.error) || id.trim() === '') return <NotFoundPage />
  return (
    <Page title={title} back ownHeading>
      <h1>{title}</h1>
      {isPending && <Skeletons />}
      {failed && <FailedState text={texts.failure.getAnimals} onRetry={() => void failed.refetch()} />}
      {!parsedRfid.ok && <EmptyState text={parsedRfid.error} />}
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
