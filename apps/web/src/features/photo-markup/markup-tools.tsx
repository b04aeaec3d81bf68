import { IconArrowBackUp, IconArrowUpRight, IconCircle, IconLetterT, IconLine, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { markupTexts } from './markup-texts.ts'
import type { MarkupShapes, Pen } from './use-markup-shapes.ts'
import { uiTexts } from '../../ui-texts.ts'

const kinds = [
  ['arrow', IconArrowUpRight],
  ['circle', IconCircle],
  ['line', IconLine],
  ['text', IconLetterT],
] as const
/** Colors that stand out from flesh, even in the sun; each is drawn with a dark outline. */
const colors = ['#ffe600', '#00e5ff', '#7dff3a', '#ffffff'] as const

export const firstPen: Pen = { kind: 'arrow', color: colors[0] }

interface MarkupToolsProps {
  pen: Pen
  onChange: (pen: Pen) => void
  drawing: MarkupShapes
}

export const MarkupTools = ({ pen, onChange, drawing }: MarkupToolsProps) => (
  <div className="markup-tools">
    <fieldset aria-label={markupTexts.colors}>
      {colors.map((color) => (
        <ToolButton
          key={color}
          name={markupTexts.colorNames[color]}
          isPressed={color === pen.color}
          onClick={() => onChange({ ...pen, color })}
        >
          <span className="markup-color" style={{ background: color }} />
        </ToolButton>
      ))}
    </fieldset>
    <fieldset aria-label={markupTexts.tools}>
      {kinds.map(([kind, Icon]) => (
        <ToolButton
          key={kind}
          name={markupTexts.kinds[kind]}
          isPressed={kind === pen.kind}
          onClick={() => onChange({ ...pen, kind })}
        >
          <Icon stroke={2} aria-hidden />
        </ToolButton>
      ))}
      <ToolButton name={uiTexts.undo} isDisabled={!drawing.isChanged} onClick={drawing.undo}>
        <IconArrowBackUp stroke={2} aria-hidden />
      </ToolButton>
      <ToolButton name={markupTexts.removeAll} isDisabled={drawing.shapes.length === 0} onClick={drawing.clear}>
        <IconTrash stroke={2} aria-hidden />
      </ToolButton>
    </fieldset>
  </div>
)

interface ToolButtonProps {
  name: string
  /** Omitted if it cannot stay pressed. */
  isPressed?: boolean
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

const ToolButton = ({ name, isPressed, isDisabled = false, onClick, children }: ToolButtonProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={name}
    aria-pressed={isPressed}
    disabled={isDisabled}
    onClick={onClick}
  >
    {children}
  </button>
)
