import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { constants } from '@chisholm/domain/constants'
import type { Photo } from '@chisholm/domain/shapes'

const { min, max, buttonStep, clickStep } = constants.zoom
const within = (zoom: number) => Math.round(Math.min(max, Math.max(min, zoom)) * 10) / 10

interface PhotoViewerProps {
  photos: Photo[]
  start: number
  onClose: () => void
}

/** A photo over the whole screen: zoom by buttons, keys, double tap and pinch; arrows lead to the next. */
export function PhotoViewer({ photos, start, onClose }: PhotoViewerProps) {
  const [index, setIndex] = useState(start)
  const photo = photos[index]
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.focus()
  }, [])
  const step = (by: number) => setIndex((now) => (now + by + photos.length) % photos.length)
  if (!photo) return null
  return (
    <TransformWrapper
      key={photo.id}
      minScale={min}
      maxScale={max}
      doubleClick={{ step: clickStep }}
      limitToBounds
      centerOnInit
    >
      {({ centerView, state }) => {
        const zoomBy = (by: number) => centerView(within(state.scale + by), 120)
        const onKey = (key: string) => {
          if (key === 'Escape') onClose()
          if (key === '+' || key === '=') zoomBy(buttonStep)
          if (key === '-') zoomBy(-buttonStep)
          if (key === 'ArrowLeft') step(-1)
          if (key === 'ArrowRight') step(1)
        }
        return (
          <dialog
            open
            ref={dialog}
            className="viewer"
            tabIndex={-1}
            aria-label={photo.name}
            style={{
              width: '100vw',
              height: '100dvh',
              maxWidth: 'none',
              maxHeight: 'none',
              border: 0,
              margin: 0,
              padding: 0,
            }}
            onKeyDown={(event) => onKey(event.key)}
          >
            <div className="row between" style={{ padding: 8, flexWrap: 'nowrap' }}>
              <span style={{ paddingLeft: 8, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {photo.name}, {index + 1} of {photos.length}
              </span>
              <ViewerButton name="Close" onClick={onClose} Icon={IconX} />
            </div>
            <div className="stage">
              <TransformComponent>
                <img src={photo.image} alt={photo.name} />
              </TransformComponent>
            </div>
            <div className="row" style={{ justifyContent: 'center', padding: 8 }}>
              <ViewerButton name="Previous photo" onClick={() => step(-1)} Icon={IconChevronLeft} />
              <ViewerButton name="Zoom out" onClick={() => zoomBy(-buttonStep)} Icon={IconMinus} />
              <ViewerButton name="Zoom in" onClick={() => zoomBy(buttonStep)} Icon={IconPlus} />
              <ViewerButton name="Next photo" onClick={() => step(1)} Icon={IconChevronRight} />
            </div>
          </dialog>
        )
      }}
    </TransformWrapper>
  )
}

const ViewerButton = ({ name, onClick, Icon }: { name: string; onClick: () => void; Icon: typeof IconX }) => (
  <button type="button" className="icon-button" aria-label={name} onClick={onClick}>
    <Icon stroke={1.8} aria-hidden />
  </button>
)
