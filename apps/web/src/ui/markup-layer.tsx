import type { CSSProperties } from 'react'
import type { Markup } from '@chisholm/domain/markup'
import { drawMarkup } from '@chisholm/domain/markup-drawing'

interface MarkupLayerProps {
  markup: Markup
  /** The picture's size in pixels. */
  size: { width: number; height: number }
  /** Whether the image is cropped to fill its frame, as in tiles, or shown completely. */
  isCropped?: boolean
  style?: CSSProperties
}

/** Shapes drawn over a photo that fills the same frame. */
export function MarkupLayer({ markup, size, isCropped = false, style }: MarkupLayerProps) {
  const { shapes, lineWidth, outlineWidth } = drawMarkup(markup, size)
  return (
    <svg
      className="markup-layer"
      data-testid="markup"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio={isCropped ? 'xMidYMid slice' : 'xMidYMid meet'}
      aria-hidden
      style={style}
    >
      {shapes.map((shape, index) =>
        shape.kind === 'path' ? (
          <g key={String(index)} fill="none" strokeLinecap="round" strokeLinejoin="round">
            <path d={shape.d} stroke="#000" strokeOpacity={0.75} strokeWidth={outlineWidth} />
            <path d={shape.d} stroke={shape.color} strokeWidth={lineWidth} />
          </g>
        ) : (
          <text
            key={String(index)}
            x={shape.x}
            y={shape.y}
            fill={shape.color}
            fontSize={shape.size}
            fontWeight={700}
            textAnchor={shape.anchor}
            dominantBaseline="central"
            stroke="#000"
            strokeWidth={shape.size / 6}
            strokeLinejoin="round"
            paintOrder="stroke"
          >
            {shape.text}
          </text>
        ),
      )}
    </svg>
  )
}
