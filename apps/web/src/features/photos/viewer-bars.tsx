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
import { uiTexts } from '../../ui-texts.ts'
import { guidedTexts } from './guided-texts.ts'
import { showMarkup, useMarkupShown } from './markup-shown.ts'
import { photoTexts } from './photo-texts.ts'
import type { useZoom } from './use-zoom.ts'
import type { Picture } from './zoomed-picture.tsx'

interface PictureBarProps {
  picture: Picture | undefined
  /** Zero-based. */
  index: number
  total: number
  /** Omitted if the user may not draw on the photo. */
  onDraw?: (() => void) | undefined
  onClose: () => void
}

/** The name of the photo, and what can be done with it. */
export function PictureBar({ picture, index, total, onDraw, onClose }: PictureBarProps) {
  const isMarkupShown = useMarkupShown()
  return (
    <div className="viewer-bar">
      <span className="viewer-name" aria-live="polite">
        <span>
          {picture?.slotName && <b>{`${picture.slotName} `}</b>}
          {picture?.name}
        </span>
        {picture && photoTexts.position(index + 1, total)}
      </span>
      {picture && onDraw && !picture.lost && (
        <ViewerButton name={guidedTexts.draw} onClick={onDraw} Icon={IconPencilBolt} />
      )}
      {picture?.markup && (
        <ViewerButton
          name={isMarkupShown ? guidedTexts.hideDrawing : guidedTexts.showDrawing}
          onClick={() => showMarkup(!isMarkupShown)}
          Icon={isMarkupShown ? IconEyeOff : IconEye}
        />
      )}
      <ViewerButton name={uiTexts.close} onClick={onClose} Icon={IconX} />
    </div>
  )
}

interface ZoomBarProps {
  zoom: number
  onStep: ReturnType<typeof useZoom>['step']
  /** Shows the next or previous photo; omitted if there is only one. */
  onMove?: ((offset: 1 | -1) => void) | undefined
}

export function ZoomBar({ zoom, onStep, onMove }: ZoomBarProps) {
  const shown = String(Math.round(zoom * 10) / 10)
  return (
    <div className="viewer-bar is-bottom">
      {onMove && <ViewerButton name={photoTexts.previous} onClick={() => onMove(-1)} Icon={IconChevronLeft} />}
      <ViewerButton name={photoTexts.zoomOut} onClick={() => onStep(-1)} Icon={IconMinus} />
      <output className="viewer-zoom">
        <span aria-hidden>{photoTexts.zoomShort(shown)}</span>
        <span className="visually-hidden">{photoTexts.zoomInWords(shown)}</span>
      </output>
      <ViewerButton name={photoTexts.zoomIn} onClick={() => onStep(1)} Icon={IconPlus} />
      {onMove && <ViewerButton name={photoTexts.next} onClick={() => onMove(1)} Icon={IconChevronRight} />}
    </div>
  )
}

const ViewerButton = ({ name, onClick, Icon }: { name: string; onClick: () => void; Icon: typeof IconX }) => (
  <button type="button" className="icon-button" aria-label={name} onClick={onClick}>
    <Icon stroke={1.8} aria-hidden />
  </button>
)
