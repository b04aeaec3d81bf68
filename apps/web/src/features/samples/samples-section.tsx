import './samples.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState, hasFailed, QueryState } from '../../ui/states.tsx'
import { SampleForm } from './sample-form.tsx'
import { sampleFilesQuery, useSamples } from './sample-queries.ts'
import { SampleRow } from './sample-row.tsx'
import { sampleTexts } from './sample-texts.ts'
import { UnsentSampleRow } from './unsent-sample.tsx'

interface SamplesSectionProps {
  postMortem: PostMortem
  /** Only the samples of this animal. */
  animalId?: string
}

/** The samples of a ticket. Clients see them once the report is issued, if there are any. */
export function SamplesSection({ postMortem, animalId }: SamplesSectionProps) {
  const currentUser = useSession()
  const mayWrite = currentUser !== null && may(currentUser, 'samples.write')
  const { query, unsent: unsentOfPostMortem } = useSamples(
    postMortem.id,
    mayWrite || postMortem.status === 'Completed' || Boolean(postMortem.report),
  )
  const isShown = (id: string) => animalId === undefined || id === animalId
  const samples = query.data?.filter((sample) => isShown(sample.veterinary_record_animal_id))
  const unsent = unsentOfPostMortem.filter(({ body }) => isShown(body.veterinary_record_animal_id))
  const files = useQuery(sampleFilesQuery(postMortem.id, samples?.map(({ id }) => id) ?? []))
  // While it is tried again, the query has the files of before.
  const filesFailed = hasFailed({ ...files, isPending: files.isPending || files.isPlaceholderData })
  const [isAdding, setAdding] = useState(false)
  const animals = postMortem.veterinary_record.veterinary_record_animals.filter(({ id }) => isShown(id))
  if (!mayWrite && !samples?.length) return null
  return (
    <CardSection title={sampleTexts.title}>
      <QueryState query={query} failureText={sampleTexts.failed} height={60} count={1} />
      {samples?.length === 0 && unsent.length === 0 && <p className="hint">{sampleTexts.none}</p>}
      {(samples ?? []).length + unsent.length > 0 && (
        <ul className="samples">
          {samples?.map((sample) => (
            <SampleRow
              key={sample.id}
              sample={sample}
              animals={animals}
              files={files.data?.filter(({ media_attachable_id }) => media_attachable_id === sample.id) ?? []}
              mayWrite={mayWrite}
            />
          ))}
          {unsent.map((entry) => (
            <UnsentSampleRow key={entry.sampleId} entry={entry} animals={animals} />
          ))}
        </ul>
      )}
      {filesFailed && (
        <FailedState
          text={sampleTexts.files.failed}
          onRetry={() => void files.refetch()}
          isRetrying={files.isFetching}
        />
      )}
      {mayWrite && animals.length > 0 && (
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {sampleTexts.add}
        </Button>
      )}
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title={sampleTexts.add}>
        {isAdding && <SampleForm postMortemId={postMortem.id} animals={animals} onDone={() => setAdding(false)} />}
      </Dialog>
    </CardSection>
  )
}
