import { useState } from 'react'
import type { Markup } from '@chisholm/domain/markup'
import { texts } from '@chisholm/domain/texts'
import { MarkupLayer } from '../../ui/markup-layer.tsx'
import { markupTexts } from './markup-texts.ts'
import { type DrawingInputOptions, useDrawingInput } from './use-drawing-input.ts'
import type { Shape } from './restore-drawing.ts'

interface DrawingSurfaceProps extends DrawingInputOptions {
  picture: { name: string; url: string }
  shapes: readonly Shape[]
}

/** The photo with its drawing, which accepts touch, mouse, pen and keyboard input. */
export function DrawingSurface({ picture, shapes, ...options }: DrawingSurfaceProps) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [failed, setFailed] = useState(false)
  const { pending, cross, isStartSet, surfaceProps } = useDrawingInput(options)
  const markup: Markup = { version: 1, shapes: pending ? [...shapes, pending] : [...shapes] }
  if (failed) return <p role="alert">{texts.failure.getPhotos}</p>
  return (
    <>
      <div
        {...surfaceProps}
        className="markup-surface"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- supports drawing with the keyboard
        tabIndex={0}
        aria-label={markupTexts.surface}
        aria-describedby="markup-help"
        style={size ? { aspectRatio: `${size.width} / ${size.height}` } : { visibility: 'hidden' }}
      >
        <img
          src={picture.url}
          alt={picture.name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={() => setFailed(true)}
        />
        {size && <MarkupLayer markup={markup} size={size} />}
        {cross && <span className="markup-cross" style={{ left: `${cross.x * 100}%`, top: `${cross.y * 100}%` }} />}
      </div>
      <p id="markup-help" className="visually-hidden">
        {markupTexts.help}
      </p>
      <output className="visually-hidden">
        {isStartSet ? markupTexts.startIsSet : markupTexts.count(shapes.length)}
      </output>
    </>
  )
}
