import { photoPath } from '@chisholm/domain/page-paths'
import { IconAlertTriangle, IconChevronRight, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { objectUrlOf, type PhotoDraft, photoTexts, useUploadProgress } from '../photos/index.ts'
import { offlineTexts } from './offline-texts.ts'

const texts = offlineTexts.waiting

/** A photo with its state, and a link to the page where it is saved again or removed. */
export function WaitingPhoto({ photo, animal }: { photo: PhotoDraft; animal: string }) {
  const currentUser = useSession()
  const { file, failure, postMortemId, animalId, chosenAt } = photo
  const progress = useUploadProgress(photo.id)
  if (!currentUser) return null
  return (
    <li>
      <Link className="waiting-photo" to={photoPath(currentUser, postMortemId, animalId)}>
        <img src={objectUrlOf(file)} alt="" decoding="async" loading="lazy" width={56} height={56} />
        <span className="grow">
          <strong>{texts.photoOf(animal)}</strong>
          <span className="hint">
            {texts.since} <DateTime at={new Date(chosenAt).toISOString()} /> · {formatBytes(file.size)}
          </span>
          {progress !== undefined ? (
            <span className="waiting-progress">
              <progress value={progress} max={1} aria-label={photoTexts.uploading(file.name)} />
              <span aria-hidden>{photoTexts.sent(progress)}</span>
            </span>
          ) : failure === null ? (
            <span className="pill warn">
              <IconCloudUp size={15} stroke={2.2} aria-hidden />
              {outboxTexts.waiting}
            </span>
          ) : (
            <>
              <span className="pill danger">
                <IconAlertTriangle size={15} stroke={2.2} aria-hidden />
                {texts.notSaved}
              </span>
              <span className="waiting-reason">{failure}</span>
            </>
          )}
        </span>
        <IconChevronRight size={20} stroke={1.8} aria-hidden />
      </Link>
    </li>
  )
}
