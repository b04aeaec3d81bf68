import './photos.css'
import { type KeyboardEvent, useRef } from 'react'
import type { PhotoFields } from '../../api/outbox-changes.ts'
import { MarkupEditor } from '../photo-markup/index.ts'
import { showMarkup } from './markup-shown.ts'
import { PhotoNotes } from './photo-notes.tsx'
import { photoTexts } from './photo-texts.ts'
import { drawingDraftOf } from './queries.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { useModal } from '../../ui/use-modal.ts'
import { useZoom } from './use-zoom.ts'
import { PictureBar, ZoomBar } from './viewer-bars.tsx'
import { type Picture, ZoomedPicture } from './zoomed-picture.tsx'

interface PhotoViewerProps {
  /** Undefined while loading. */
  picture: Picture | undefined
  /** Zero-based. */
  index: number
  total: number
  onMove: (to: number) => void
  /** Called when the image fails to load, because the server may know by now that it is lost. */
  onBroken?: () => void
  /** Omitted if the user may not change the photo. */
  onEdit?: (change: PhotoFields) => void
  onClose: () => void
}

const arrowStep = 25
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: arrowStep, y: 0 },
  ArrowRight: { x: -arrowStep, y: 0 },
  ArrowUp: { x: 0, y: arrowStep },
  ArrowDown: { x: 0, y: -arrowStep },
}

interface KeyActions {
  isWhole: boolean
  zoom: Pick<ReturnType<typeof useZoom>, 'step' | 'pan' | 'reset'>
  showWholePicture: (offset: number) => void
}

/** What a key does: + - 0 zoom, the arrows pan a zoomed photo and otherwise change the photo. Undefined: nothing. */
function actionOfKey(key: string, { isWhole, zoom, showWholePicture }: KeyActions): (() => void) | undefined {
  if (key === '+' || key === '=') return () => zoom.step(1)
  if (key === '-') return () => zoom.step(-1)
  if (key === '0') return zoom.reset
  const arrow = arrows[key]
  if (arrow && !isWhole) return () => zoom.pan(arrow)
  if (arrow && arrow.x !== 0) return () => showWholePicture(-Math.sign(arrow.x))
  return undefined
}

/**
 * Full-screen viewer, 1x to 3x (specification 9). Click, tap, pinch and wheel zoom around the pointer; dragging pans.
 * Esc closes it; `actionOfKey` has the other keys.
 */
export function PhotoViewer({ picture, index, total, onMove, onBroken, onEdit, onClose }: PhotoViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const showPicture = (offset: number) => onMove((index + offset + total) % total)
  const zoom = useZoom(stage, showPicture)
  const { view, isDragging, step, reset } = zoom
  const showWholePicture = (offset: number) => {
    // each photo starts unzoomed
    reset()
    showPicture(offset)
  }
  const isWhole = view.zoom === 1
  const drawing = useLayer('drawing')

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return
    const action = actionOfKey(event.key, { isWhole, zoom, showWholePicture })
    if (!action) return
    action()
    event.preventDefault()
  }
  const stageClass = ['viewer-stage', !isWhole && 'is-zoomed', isDragging && 'is-dragged'].filter(Boolean).join(' ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog handles keys pressed inside
    // it
    <dialog
      ref={useModal()}
      className="viewer"
      aria-label={picture?.name ?? photoTexts.title}
      onKeyDown={handleKeyDown}
      onClose={onClose}
    >
      <PictureBar picture={picture} index={index} total={total} onDraw={onEdit && drawing.open} onClose={onClose} />
      <div ref={stage} className={stageClass} data-testid="stage">
        {picture && (
          // with a renewed URL it is loaded again
          <ZoomedPicture key={picture.id + picture.url} picture={picture} view={view} onBroken={onBroken} />
        )}
      </div>
      {picture && (picture.slotName || picture.caption || onEdit) && (
        <PhotoNotes
          key={picture.id}
          photoId={picture.id}
          slotName={picture.slotName}
          caption={picture.caption ?? null}
          onSave={onEdit && ((caption) => onEdit({ caption }))}
        />
      )}
      <ZoomBar zoom={view.zoom} onStep={step} onMove={total > 1 ? showWholePicture : undefined} />
      {drawing.isOpen && picture && onEdit && (
        <MarkupEditor
          key={picture.id}
          picture={picture}
          draftName={drawingDraftOf(picture.id)}
          onSave={(markup) => {
            onEdit({ markup })
            showMarkup(true)
          }}
          onClose={() => void drawing.close()}
        />
      )}
    </dialog>
  )
}
