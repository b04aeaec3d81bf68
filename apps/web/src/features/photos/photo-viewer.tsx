import './photos.css'
import {
  IconChevronLeft,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconMinus,
  IconPencilBolt,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Markup } from '@chisholm/domain/markup'
import { texts } from '@chisholm/domain/texts'
import type { PhotoFields } from '../../api/outbox-entries.ts'
import { MarkupEditor } from '../photo-markup/index.ts'
import { guidedTexts } from './guided-texts.ts'
import { MarkupLayer } from '../../ui/markup-layer.tsx'
import { showMarkup, useMarkupShown } from './markup-shown.ts'
import { PhotoNotes } from './photo-notes.tsx'
import { photoTexts } from './photo-texts.ts'
import { usePhotoSource } from './use-photo-source.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { useModal } from '../../ui/use-modal.ts'
import { useZoom } from './use-zoom.ts'

/** A saved photo or a draft. */
interface Picture {
  id: string
  name: string
  url: string
  /** A small square copy, which may be stored on this device. Drafts have none. */
  thumbnail?: string
  /** The server has lost the file. */
  lost?: boolean
  /** The name of its photo slot. */
  slotName?: string | undefined
  caption?: string | null | undefined
  markup?: Markup | null | undefined
}

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

/**
 * Full-screen viewer, 1x to 3x (specification 9). Click, tap, pinch and wheel zoom around the pointer; dragging pans.
 * Keys: + - 0, Esc and the arrows, which pan when zoomed and change the photo otherwise.
 */
export function PhotoViewer({ picture, index, total, onMove, onBroken, onEdit, onClose }: PhotoViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const showPicture = (offset: number) => onMove((index + offset + total) % total)
  const { view, isDragging, step, pan, reset } = useZoom(stage, showPicture)
  const showWholePicture = (offset: number) => {
    // each photo starts unzoomed
    reset()
    showPicture(offset)
  }
  const isWhole = view.zoom === 1
  const showsMarkup = useMarkupShown()
  const drawing = useLayer()

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return
    const arrow = arrows[event.key]
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-') step(-1)
    else if (event.key === '0') reset()
    else if (arrow && !isWhole) pan(arrow)
    else if (arrow && arrow.x !== 0) showWholePicture(-Math.sign(arrow.x))
    else return
    event.preventDefault()
  }
  const zoom = String(Math.round(view.zoom * 10) / 10)
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
      <div className="viewer-bar">
        <span className="viewer-name" aria-live="polite">
          {picture && photoTexts.position(picture.name, index + 1, total)}
        </span>
        {picture && onEdit && !picture.lost && (
          <ViewerButton name={guidedTexts.draw} onClick={drawing.open} Icon={IconPencilBolt} />
        )}
        {picture?.markup && (
          <ViewerButton
            name={showsMarkup ? guidedTexts.hideDrawing : guidedTexts.showDrawing}
            onClick={() => showMarkup(!showsMarkup)}
            Icon={showsMarkup ? IconEyeOff : IconEye}
          />
        )}
        <ViewerButton name={uiTexts.close} onClick={onClose} Icon={IconX} />
      </div>
      <div ref={stage} className={stageClass} data-testid="stage">
        {picture && (
          // with a renewed URL it is loaded again
          <ZoomedPicture
            key={picture.id + picture.url}
            picture={picture}
            view={view}
            showsMarkup={showsMarkup}
            onBroken={onBroken}
          />
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
      <div className="viewer-bar is-bottom">
        {total > 1 && (
          <ViewerButton name={photoTexts.previous} onClick={() => showWholePicture(-1)} Icon={IconChevronLeft} />
        )}
        <ViewerButton name={photoTexts.zoomOut} onClick={() => step(-1)} Icon={IconMinus} />
        <output className="viewer-zoom">
          <span aria-hidden>{photoTexts.zoomShort(zoom)}</span>
          <span className="visually-hidden">{photoTexts.zoomInWords(zoom)}</span>
        </output>
        <ViewerButton name={photoTexts.zoomIn} onClick={() => step(1)} Icon={IconPlus} />
        {total > 1 && (
          <ViewerButton name={photoTexts.next} onClick={() => showWholePicture(1)} Icon={IconChevronRight} />
        )}
      </div>
      {drawing.isOpen && picture && onEdit && (
        <MarkupEditor
          key={picture.id}
          picture={picture}
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

interface ZoomedPictureProps {
  picture: Picture
  view: ReturnType<typeof useZoom>['view']
  showsMarkup: boolean
  onBroken: (() => void) | undefined
}

function ZoomedPicture({ picture, view, showsMarkup, onBroken }: ZoomedPictureProps) {
  const { shown, noteBroken } = usePhotoSource(picture)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  if (picture.lost) return <p role="alert">{texts.other.photoLost}</p>
  if (shown === 'nothing') return <p role="alert">{texts.failure.getPhotos}</p>
  const { zoom, origin, pan } = view
  const style = {
    transform: `translate(${pan.x}px, ${pan.y}px) scale(${zoom})`,
    transformOrigin: `${origin.x * 100}% ${origin.y * 100}%`,
  }
  return (
    <>
      <img
        src={shown === 'small copy' ? picture.thumbnail : picture.url}
        alt={picture.caption ?? picture.name}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        onError={() => {
          noteBroken()
          onBroken?.()
        }}
        style={style}
      />
      {shown === 'small copy' && <p className="viewer-small-copy">{photoTexts.smallCopy}</p>}
      {shown === 'photo' && size && showsMarkup && picture.markup && (
        <MarkupLayer markup={picture.markup} size={size} style={style} />
      )}
    </>
  )
}

const ViewerButton = ({ name, onClick, Icon }: { name: string; onClick: () => void; Icon: typeof IconX }) => (
  <button type="button" className="icon-button" aria-label={name} onClick={onClick}>
    <Icon stroke={1.8} aria-hidden />
  </button>
)
