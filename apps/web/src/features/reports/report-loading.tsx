import './report-versions.css'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { api } from '../../api/client.ts'
import { reportTexts } from './report-texts.ts'

const pollInterval = 1000

/** Shown while a report is rendered, with its progress if it has many photos. */
export function ReportLoading({ postMortem }: { postMortem?: PostMortem | undefined }) {
  const animals = postMortem?.veterinary_record.veterinary_record_animals ?? []
  const photos = animals.reduce((sum, animal) => sum + animal.photos, 0)
  const id = postMortem?.id ?? ''
  const progress = useQuery({
    queryKey: ['report-progress', id],
    queryFn: async () => (await api.get('/post-mortems/{id}/report-progress', { id })).data,
    enabled: photos >= constants.report.progressFrom,
    refetchInterval: pollInterval,
    gcTime: 0,
  }).data
  if (!progress)
    return (
      <output className="empty">
        <Loader color="pine" />
        {reportTexts.working}
      </output>
    )
  const { done, photos: all } = progress
  return (
    <div className="empty report-progress">
      <progress value={done} max={all} aria-label={reportTexts.photosRead(done, all)} />
      <b>{reportTexts.photosRead(done, all)}</b>
      <output>{done < all ? reportTexts.working : reportTexts.lastStep}</output>
    </div>
  )
}
