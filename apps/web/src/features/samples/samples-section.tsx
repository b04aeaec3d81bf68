import './samples.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { SampleForm } from './sample-form.tsx'
import { sampleFilesQuery, samplesQuery } from './sample-queries.ts'
import { SampleRow } from './sample-row.tsx'
import { sampleTexts } from './sample-texts.ts'

/** The samples of a ticket. Clients see them once the report is issued, if there are any. */
export function SamplesSection({ postMortem }: { postMortem: PostMortem }) {
  const currentUser = useSession()
  const mayWrite = currentUser !== null && may(currentUser, 'samples.write')
  const samples = useQuery({
    ...samplesQuery(postMortem.id),
    enabled: mayWrite || postMortem.status === 'Completed' || Boolean(postMortem.report),
  })
  const files = useQuery(sampleFilesQuery(postMortem.id, samples.data?.map(({ id }) => id) ?? []))
  const [isAdding, setAdding] = useState(false)
  const animals = postMortem.veterinary_record.veterinary_record_animals
  if (!mayWrite && !samples.data?.length) return null
  return (
    <CardSection title={sampleTexts.title}>
      {samples.isPending && <Skeletons height={60} count={1} />}
      {samples.isError && !samples.data && (
        <FailedState text={sampleTexts.failed} onRetry={() => void samples.refetch()} />
      )}
      {samples.data?.length === 0 && <p className="hint">{sampleTexts.none}</p>}
      {samples.data && samples.data.length > 0 && (
        <ul className="samples">
          {samples.data.map((sample) => (
            <SampleRow
              key={sample.id}
              sample={sample}
              animals={animals}
              files={files.data?.filter(({ media_attachable_id }) => media_attachable_id === sample.id) ?? []}
              mayWrite={mayWrite}
            />
          ))}
        </ul>
      )}
      {mayWrite && animals.length > 0 && (
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {sampleTexts.add}
        </Button>
      )}
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title={sampleTexts.add}>
        {isAdding && <SampleForm animals={animals} onDone={() => setAdding(false)} />}
      </Dialog>
    </CardSection>
  )
}
