import './photos.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp, IconDeviceMobile, IconX } from '@tabler/icons-react'
import { saveFile } from '../../api/download.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { useWaitsForWifi } from '../../api/photo-connection.ts'
import { photoTexts } from './photo-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import { nextFocusTarget } from './next-focus-target.ts'
import { PhotoCaption } from './photo-caption.tsx'
import { objectUrlOf } from './object-url.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import { useUploadProgress } from './upload-progress.ts'
import { useViewedItem } from './use-viewed-item.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'

interface DraftTilesProps {
  photos: PhotoDrafts
  /** By the ids of photo slots. */
  slotNames?: ReadonlyMap<string, string>
  /** Omitted where drafts cannot be saved one by one. */
  onRetry?: (draft: PhotoDraft) => void
}

/** Drafts on this device, with upload progress or error. */
export function DraftTiles({ photos: { drafts, remove, edit }, slotNames, onRetry }: DraftTilesProps) {
  const { viewed, view, close } = useViewedItem(drafts)
  if (drafts.length === 0 && !viewed) return null
  const slotNameOf = ({ slotId }: PhotoDraft) => (slotId ? slotNames?.get(slotId) : undefined)
  const pictureOf = (draft: PhotoDraft) => ({
    ...draft,
    name: draft.file.name,
    url: objectUrlOf(draft.file),
    slotName: slotNameOf(draft),
  })
  return (
    <>
      <ul className="photos" aria-label={photoTexts.notSaved}>
        {drafts.map((one, index) => (
          <DraftTile
            key={one.id}
            draft={one}
            slotName={slotNameOf(one)}
            onView={() => view(index)}
            onKeep={() => void edit(one, { defect: null })}
            onRemove={(button) => {
              const next = nextFocusTarget(button)
              void remove([one.id]).then(() => next?.focus())
            }}
            {...(onRetry && { onRetry: () => onRetry(one) })}
          />
        ))}
      </ul>
      {viewed && (
        <PhotoViewer
          picture={pictureOf(viewed.item)}
          onEdit={(change) => void edit(viewed.item, change)}
          index={viewed.index}
          total={Math.max(1, drafts.length)}
          onMove={view}
          onClose={close}
        />
      )}
    </>
  )
}

interface DraftTileProps {
  draft: PhotoDraft
  slotName: string | undefined
  onView: () => void
  onKeep: () => void
  onRemove: (button: HTMLElement) => void
  onRetry?: () => void
}

/** What a saved photo waits for before it is uploaded. */
function useWaitingText(): string {
  const { serverFailed } = useOutbox()
  if (useWaitsForWifi()) return photoTexts.waitsFor.wifi
  return serverFailed ? photoTexts.waitsFor.server : photoTexts.waitsFor.connection
}

function DraftTile({ draft, slotName, onView, onKeep, onRemove, onRetry }: DraftTileProps) {
  const { file, failure } = draft
  const progress = useUploadProgress(draft.id)
  const isUploading = progress !== undefined
  const hasFailed = failure !== null && !isUploading
  const waitingText = useWaitingText()
  return (
    <li className={hasFailed ? 'is-failed' : undefined}>
      <button type="button" className="photo photo-draft" aria-label={photoTexts.view(file.name)} onClick={onView}>
        <img src={objectUrlOf(file)} alt="" decoding="async" />
      </button>
      {!isUploading && (
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
      {isUploading ? (
        <div className="photo-progress">
          <progress value={progress} max={1} aria-label={photoTexts.uploading(file.name)} />
          <span aria-hidden>{photoTexts.sent(progress)}</span>
        </div>
      ) : hasFailed || draft.waits ? (
        <div className="photo-failure">
          <p className="photo-state">
            {hasFailed ? <IconAlertTriangle size={15} aria-hidden /> : <IconCloudUp size={15} aria-hidden />}
            {hasFailed ? failure : waitingText}
          </p>
          {onRetry && (
            <Button size="sm" variant="default" onClick={onRetry} aria-label={photoTexts.retry(file.name)}>
              {uiTexts.retry}
            </Button>
          )}
          {hasFailed && !onRetry && (
            // the camera of a phone gives the photo to the app only
            <Button
              size="sm"
              variant="default"
              onClick={() => saveFile(file, file.name)}
              aria-label={photoTexts.download(file.name)}
            >
              {uiTexts.download}
            </Button>
          )}
        </div>
      ) : draft.defect ? (
        <div className="photo-failure">
          <output className="photo-state">
            <IconAlertTriangle size={15} aria-hidden />
            {photoTexts.defect[draft.defect]}
          </output>
          <Button size="sm" variant="default" onClick={onKeep} aria-label={photoTexts.keepNamed(file.name)}>
            {photoTexts.keep}
          </Button>
        </div>
      ) : (
        <p className="photo-state">
          <IconDeviceMobile size={15} aria-hidden />
          {photoTexts.notSaved}
        </p>
      )}
      <PhotoCaption slotName={slotName} caption={draft.caption} />
    </li>
  )
}
