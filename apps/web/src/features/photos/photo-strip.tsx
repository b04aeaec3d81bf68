import { IconCamera, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { FailedState } from '../../ui/faces.tsx'
import { Pager } from '../../ui/pager.tsx'
import { nameOfAnimal } from '../animals/animal-facts.tsx'
import { subjectOf } from '../post-mortems/queries.ts'
import { photosQuery } from './queries.ts'
import { type Upload, useUploads } from './uploads.ts'

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }))

interface PhotoStripProps {
  ticket: PostMortem
  animalId: string
  /** Saves an animal that is not on the server yet, so that photos have something to hang on. */
  ensureAnimal?: () => Promise<boolean>
}

/** The photos of an animal as tiles of three, those on their way among them, and the way to add more. */
export function PhotoStrip({ ticket, animalId, ensureAnimal }: PhotoStripProps) {
  const [page, setPage] = useState(1)
  const [viewed, setViewed] = useState<number | null>(null)
  const animal = ticket.veterinary_record.veterinary_record_animals.find((one) => one.id === animalId)
  const photos = useQuery({ ...photosQuery(animalId, page), enabled: animal !== undefined })
  const { uploads, add, send } = useUploads(animalId)
  const person = useSession()
  const mayAdd = person !== null && can(person, 'photo.upload', subjectOf(ticket))
  const shown = photos.data?.data ?? []
  const choose = async (files: File[]) => {
    if (files.length > 0 && (!ensureAnimal || (await ensureAnimal()))) await add(files)
  }
  if (photos.isError) return <FailedState text={texts.failure.getPhotos} retry={() => void photos.refetch()} />
  return (
    <section className="stack" aria-label={animal ? `Photos of ${nameOfAnimal(animal)}` : 'Photos'}>
      <ul className="photos">
        {shown.map((photo, index) => (
          <li key={photo.id}>
            <button type="button" className="photo" onClick={() => setViewed(index)} aria-label={`View ${photo.name}`}>
              <img src={photo.thumbnail} alt={photo.name} loading="lazy" width={400} height={400} />
              {mayAdd && (
                <span className="tick" title="Saved">
                  <IconCheck size={16} stroke={3} aria-hidden />
                </span>
              )}
            </button>
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.id}>
            <UploadTile upload={upload} onRetry={() => void send(upload)} />
          </li>
        ))}
        {mayAdd && (
          <li>
            <label className="add-photos">
              <IconCamera size={26} stroke={1.8} aria-hidden />
              Add photos
              <input
                className="visually-hidden"
                type="file"
                multiple
                accept={constants.photo.accept.join(',')}
                onChange={(event) => {
                  void choose([...(event.currentTarget.files ?? [])])
                  event.currentTarget.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      {!mayAdd && shown.length === 0 && <p className="hint">{texts.empty.photos}</p>}
      <Pager page={page} lastPage={photos.data?.meta.last_page ?? 1} onPage={setPage} />
      {viewed !== null && (
        <Suspense>
          <PhotoViewer photos={shown} start={viewed} onClose={() => setViewed(null)} />
        </Suspense>
      )}
    </section>
  )
}

const UploadTile = ({ upload, onRetry }: { upload: Upload; onRetry: () => void }) => (
  <div className="photo">
    <img src={upload.preview} alt={upload.file.name} />
    {upload.failure ? (
      <button type="button" className="failed" onClick={onRetry}>
        {upload.failure} Tap to try again.
      </button>
    ) : (
      <progress value={upload.share} max={1} aria-label={`Uploading ${upload.file.name}`} />
    )}
  </div>
)
