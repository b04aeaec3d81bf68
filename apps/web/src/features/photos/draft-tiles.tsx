import './photos.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCloudUp, IconDeviceMobile, IconX } from '@tabler/icons-react'
import { useState } from 'react'
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
  /** Omitted where drafts cannot be saved; then they can be downloaded. */
  onRetry?: (draft: PhotoDraft) => void
}

/** Drafts on this device, with upload progress or error. Until the page is left, the removal of one can be undone. */
export function DraftTiles({ photos: { drafts, remove, undoRemoval, edit }, slotNames, onRetry }: DraftTilesProps) {
  const { viewed, view, close } = useViewedItem(drafts)
  const [removed, setRemoved] = useState<readonly PhotoDraft[]>([])
  if (drafts.length === 0 && !viewed && removed.length === 0) return null
  const slotNameOf = ({ slotId }: PhotoDraft) => (slotId ? slotNames?.get(slotId) : undefined)
  const pictureOf = (draft: PhotoDraft) => ({
    ...draft,
    name: draft.file.name,
    url: objectUrlOf(draft.file),
    slotName: slotNameOf(draft),
  })
  return (
    <>
      {drafts.length > 0 && (
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
                void remove([one.id]).then(() => {
                  // not earlier: the removal would delete what Undo has stored
                  setRemoved((all) => [...all, one])
                  next?.focus()
                })
              }}
              {...(onRetry && { onRetry: () => onRetry(one) })}
            />
          ))}
        </ul>
      )}
      <RemovedDrafts
        drafts={removed}
        onUndo={(one) => {
          setRemoved((all) => all.filter(({ id }) => id !== one.id))
          void undoRemoval(one)
        }}
      />
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

interface RemovedDraftsProps {
  drafts: readonly PhotoDraft[]
  onUndo: (draft: PhotoDraft) => void
}

/** Photos that were just removed: an animal cannot be photographed again once it is gone. */
const RemovedDrafts = ({ drafts, onUndo }: RemovedDraftsProps) => (
  <ul className="photos-removed" aria-live="polite" aria-label={photoTexts.removedHeading}>
    {drafts.map((draft) => (
      <li key={draft.id}>
        <img src={objectUrlOf(draft.file)} alt="" decoding="async" />
        <p>{uiTexts.removed(draft.file.name)}</p>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={20} stroke={1.8} aria-hidden />}
          aria-label={uiTexts.undoRemoval(draft.file.name)}
          onClick={() => onUndo(draft)}
        >
          {uiTexts.undo}
        </Button>
      </li>
    ))}
  </ul>
)

interface DraftTileProps {
  draft: PhotoDraft
  slotName: string | undefined
  onView: () => void
  onKeep: () => void
  onRemove: (button: HTMLElement) => void
  onRetry?: (() => void) | undefined
}

/** Describes why a saved photo has not been uploaded yet. */
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
      ) : (
        <DraftState draft={draft} onKeep={onKeep} onRetry={onRetry} />
      )}
      <PhotoCaption slotName={slotName} caption={draft.caption} />
    </li>
  )
}

/** Why a draft is not uploaded, and what can be done about it. */
function DraftState({ draft, onKeep, onRetry }: Pick<DraftTileProps, 'draft' | 'onKeep' | 'onRetry'>) {
  const { file, failure, waits, defect } = draft
  const waitingText = useWaitingText()
  if (failure !== null || waits)
    return (
      <div className="photo-failure">
        <p className="photo-state">
          {failure !== null ? <IconAlertTriangle size={15} aria-hidden /> : <IconCloudUp size={15} aria-hidden />}
          {failure ?? waitingText}
        </p>
        {onRetry && (
          <Button size="sm" variant="default" onClick={onRetry} aria-label={photoTexts.retry(file.name)}>
            {uiTexts.retry}
          </Button>
        )}
        {!onRetry && <DownloadDraft file={file} />}
      </div>
    )
  if (defect)
    return (
      <div className="photo-failure">
        <output className="photo-state">
          <IconAlertTriangle size={15} aria-hidden />
          {photoTexts.defect[defect]}
        </output>
        <Button size="sm" variant="default" onClick={onKeep} aria-label={photoTexts.keepNamed(file.name)}>
          {photoTexts.keep}
        </Button>
      </div>
    )
  return (
    <>
      <p className="photo-state">
        <IconDeviceMobile size={15} aria-hidden />
        {photoTexts.notSaved}
      </p>
      {!onRetry && <DownloadDraft file={file} />}
    </>
  )
}

/** Downloads a draft that cannot be saved: a photo of the phone's camera exists only in the app. */
const DownloadDraft = ({ file }: { file: File }) => (
  <Button
    size="sm"
    variant="default"
    onClick={() => saveFile(file, file.name)}
    aria-label={photoTexts.download(file.name)}
  >
    {uiTexts.download}
  </Button>
)
