import './markup-editor.css'
import { Button, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconArrowUpRight, IconCircle, IconLetterT, IconLine, IconTrash } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import type { Markup } from '@chisholm/domain/markup'
import { uiTexts } from '../../ui-texts.ts'
import { useModal } from '../../ui/use-modal.ts'
import { DrawingSurface } from './drawing-surface.tsx'
import { markupTexts } from './markup-texts.ts'
import { type Kind, type Point, shapeBetween, useMarkupShapes } from './use-markup-shapes.ts'

interface MarkupEditorProps {
  picture: { name: string; url: string; markup?: Markup | null | undefined }
  onSave: (markup: Markup | null) => void
  onClose: () => void
}

const tools = [
  ['arrow', IconArrowUpRight],
  ['circle', IconCircle],
  ['line', IconLine],
  ['text', IconLetterT],
] as const
/** Colors that stand out from flesh, even in the sun; each is drawn with a dark outline. */
const colors = ['#ffe600', '#00e5ff', '#7dff3a', '#ffffff'] as const

/** Draws arrows, circles, lines and texts on a photo as a layer; the photo itself does not change. */
export function MarkupEditor({ picture, onSave, onClose }: MarkupEditorProps) {
  const { shapes, isFull, isChanged, add, undo, clear, toMarkup } = useMarkupShapes(picture.markup ?? null)
  const [kind, setKind] = useState<Kind>('arrow')
  const [color, setColor] = useState<string>(colors[0])
  const [textAt, setTextAt] = useState<Point | null>(null)
  const [text, setText] = useState('')
  const [mustDecide, setMustDecide] = useState(false)
  const isUnsaved = isChanged || text.trim() !== ''
  useBlocker({
    shouldBlockFn: ({ action }) => {
      // only Cancel discards the drawing
      const blocks = action === 'BACK' && isUnsaved
      if (blocks) setMustDecide(true)
      return blocks
    },
    enableBeforeUnload: () => isUnsaved,
  })
  const keepUnsaved = (event: SyntheticEvent) => {
    if (!isUnsaved) return
    event.preventDefault()
    setMustDecide(true)
  }
  const placeText = (at: Point | null) => {
    setTextAt(at)
    if (!at) setText('')
  }
  return (
    <dialog
      ref={useModal()}
      className="viewer markup-editor"
      aria-label={markupTexts.title(picture.name)}
      onCancel={keepUnsaved}
      onClose={(event) => {
        // keeps the surrounding viewer open
        event.stopPropagation()
        // Android closes it by the second of two Back gestures
        if (isUnsaved && event.currentTarget.isConnected) event.currentTarget.showModal()
        else onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') keepUnsaved(event)
      }}
    >
      <div className="viewer-bar between">
        <Button variant="white" color="dark" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button
          disabled={!isChanged}
          onClick={() => {
            onSave(toMarkup())
            onClose()
          }}
        >
          {uiTexts.save}
        </Button>
      </div>
      <div className="markup-stage">
        <DrawingSurface
          picture={picture}
          shapes={shapes}
          kind={kind}
          color={color}
          isFull={isFull}
          onDraw={add}
          onPlaceText={placeText}
        />
      </div>
      {textAt && (
        <TextForm
          text={text}
          onType={setText}
          onCancel={() => placeText(null)}
          onWrite={() => {
            add(shapeBetween('text', textAt, textAt, { color, text: text.trim() }))
            placeText(null)
          }}
        />
      )}
      {isFull && <p role="alert">{markupTexts.full}</p>}
      {mustDecide && isUnsaved && <p role="alert">{markupTexts.mustDecide}</p>}
      <div className="markup-tools">
        <fieldset aria-label={markupTexts.colors}>
          {colors.map((one) => (
            <button
              key={one}
              type="button"
              className="icon-button"
              aria-pressed={one === color}
              aria-label={markupTexts.colorNames[one]}
              onClick={() => setColor(one)}
            >
              <span className="markup-color" style={{ background: one }} />
            </button>
          ))}
        </fieldset>
        <fieldset aria-label={markupTexts.tools}>
          {tools.map(([one, Icon]) => (
            <button
              key={one}
              type="button"
              className="icon-button"
              aria-pressed={one === kind}
              aria-label={markupTexts.kinds[one]}
              onClick={() => setKind(one)}
            >
              <Icon stroke={2} aria-hidden />
            </button>
          ))}
          <button
            type="button"
            className="icon-button"
            aria-label={markupTexts.undo}
            disabled={!isChanged}
            onClick={undo}
          >
            <IconArrowBackUp stroke={2} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={markupTexts.removeAll}
            disabled={shapes.length === 0}
            onClick={clear}
          >
            <IconTrash stroke={2} aria-hidden />
          </button>
        </fieldset>
      </div>
    </dialog>
  )
}

const focus = (input: HTMLInputElement | null) => input?.focus()

interface TextFormProps {
  text: string
  onType: (text: string) => void
  onWrite: () => void
  onCancel: () => void
}

function TextForm({ text, onType, onWrite, onCancel }: TextFormProps) {
  return (
    <form
      className="photo-notes"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) onWrite()
      }}
    >
      <TextInput
        ref={focus}
        className="grow"
        aria-label={markupTexts.text}
        placeholder={markupTexts.text}
        maxLength={constants.photo.markup.textMax}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Button variant="white" color="dark" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" disabled={!text.trim()}>
        {markupTexts.place}
      </Button>
    </form>
  )
}
