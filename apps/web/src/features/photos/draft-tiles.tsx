import './photos.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp, IconDeviceMobile, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { photoTexts } from './photo-texts.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import type { PhotoDraft } from './kept-drafts.ts'
import { neighbourOf } from './neighbour.ts'
import { addressOf } from './object-address.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import { useShareSent } from './sending.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'

interface DraftTilesProps {
  photos: PhotoDrafts
  /** Omitted where drafts cannot be saved one by one. */
  onRetry?: (draft: PhotoDraft) => void
}

/** Drafts on this device, with upload progress or error. */
export function DraftTiles({ photos: { drafts, remove }, onRetry }: DraftTilesProps) {
  const [viewed, setViewed] = useState<number | null>(null)
  const draft = viewed === null ? undefined : drafts[viewed]
  if (drafts.length === 0) return null
  return (
    <>
      <ul className="photos" aria-label={photoTexts.notSaved}>
        {drafts.map((one, index) => (
          <DraftTile
            key={one.id}
            draft={one}
            onView={() => setViewed(index)}
            onRemove={(button) => {
              const next = neighbourOf(button)
              void remove([one.id]).then(() => next?.focus())
            }}
            {...(onRetry && { onRetry: () => onRetry(one) })}
          />
        ))}
      </ul>
      {draft && viewed !== null && (
        <PhotoViewer
          picture={{ id: draft.id, name: draft.file.name, address: addressOf(draft.file) }}
          at={viewed}
          total={drafts.length}
          onMove={setViewed}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  )
}

interface DraftTileProps {
  draft: PhotoDraft
  onView: () => void
  onRemove: (button: HTMLElement) => void
  onRetry?: () => void
}

function DraftTile({ draft, onView, onRemove, onRetry }: DraftTileProps) {
  const { file, failure } = draft
  const share = useShareSent(draft.id)
  const onItsWay = share !== undefined
  const failed = failure !== null && !onItsWay
  return (
    <li className={failed ? 'is-failed' : undefined}>
      <button type="button" className="photo photo-draft" aria-label={photoTexts.view(file.name)} onClick={onView}>
        <img src={addressOf(file)} alt="" decoding="async" />
      </button>
      {!onItsWay && (
        <button
          type="button"
          className="photo-remove"
          aria-label={photoTexts.remove(file.name)}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <span>
            <IconX size={18} stroke={2.4} aria-hidden />
          </span>
        </button>
      )}
      {onItsWay ? (
        <div className="photo-progress">
          <progress value={share} max={1} aria-label={photoTexts.uploading(file.name)} />
          <span aria-hidden>{photoTexts.sent(share)}</span>
        </div>
      ) : failed ? (
        <div className="photo-failure">
          <p className="photo-state">
            <IconAlertTriangle size={15} aria-hidden />
            {failure}
          </p>
          {onRetry && (
            <Button size="sm" variant="default" onClick={onRetry} aria-label={photoTexts.retry(file.name)}>
              {uiTexts.retry}
            </Button>
          )}
        </div>
      ) : (
        <p className="photo-state">
          {draft.waits ? <IconCloudUp size={15} aria-hidden /> : <IconDeviceMobile size={15} aria-hidden />}
          {draft.waits ? outboxTexts.waiting : photoTexts.notSaved}
        </p>
      )}
    </li>
  )
}
