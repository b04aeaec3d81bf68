import './photos.css'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { photoTexts } from './photo-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useZoom } from './use-zoom.ts'

/** A saved photo or a draft. */
interface Picture {
  id: string
  name: string
  url: string
  /** The server has lost the file. */
  lost?: boolean
}

interface PhotoViewerProps {
  /** Undefined while loading. */
  picture: Picture | undefined
  /** Zero-based. */
  index: number
  total: number
  onMove: (to: number) => void
  /** Called when the image fails to load: the server may know by now that it is lost. */
  onBroken?: () => void
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
export function PhotoViewer({ picture, index, total, onMove, onBroken, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const showPicture = (offset: number) => onMove((index + offset + total) % total)
  const { view, isDragging, step, pan, reset } = useZoom(stage, showPicture)
  const showWholePicture = (offset: number) => {
    // each photo starts unzoomed
    reset()
    showPicture(offset)
  }
  const isWhole = view.zoom === 1
  useEffect(() => {
    // a modal dialog makes the page inert and restores the focus when closed
    dialog.current?.showModal()
  }, [])

  const handleKeyDown = (event: KeyboardEvent) => {
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog handles keys pressed inside it
    <dialog
      ref={useMergedRef(dialog, useFocusTrap())}
      className="viewer"
      aria-label={picture?.name ?? photoTexts.title}
      onKeyDown={handleKeyDown}
      onClose={onClose}
    >
      <div className="viewer-bar">
        <span className="viewer-name" aria-live="polite">
          {picture && photoTexts.position(picture.name, index + 1, total)}
        </span>
        <ViewerButton name={uiTexts.close} onClick={() => dialog.current?.close()} Icon={IconX} />
      </div>
      <div ref={stage} className={stageClass} data-testid="stage">
        {picture && <ZoomedPicture key={picture.id} picture={picture} view={view} onBroken={onBroken} />}
      </div>
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
    </dialog>
  )
}

interface ZoomedPictureProps {
  picture: Picture
  view: ReturnType<typeof useZoom>['view']
  onBroken: (() => void) | undefined
}

function ZoomedPicture({ picture, view, onBroken }: ZoomedPictureProps) {
  const [broken, setBroken] = useState(false)
  if (picture.lost) return <p role="alert">{texts.other.photoLost}</p>
  if (broken) return <p role="alert">{texts.failure.getPhotos}</p>
  const { zoom, origin, pan } = view
  return (
    <img
      src={picture.url}
      alt={picture.name}
      draggable={false}
      onError={() => {
        setBroken(true)
        onBroken?.()
      }}
      style={{
        transform: `translate(${pan.x}px, ${pan.y}px) scale(${zoom})`,
        transformOrigin: `${origin.x * 100}% ${origin.y * 100}%`,
      }}
    />
  )
}

const ViewerButton = ({ name, onClick, Icon }: { name: string; onClick: () => void; Icon: typeof IconX }) => (
  <button type="button" className="icon-button" aria-label={name} onClick={onClick}>
    <Icon stroke={1.8} aria-hidden />
  </button>
)
