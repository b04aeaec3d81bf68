import './markup-editor.css'
import { Button, TextInput } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowUpRight, IconCircle, IconLetterT, IconLine, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import type { Markup } from '@chisholm/domain/markup'
import { uiTexts } from '../../ui-texts.ts'
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
  const dialog = useRef<HTMLDialogElement>(null)
  const { shapes, isFull, isChanged, add, undo, clear, toMarkup } = useMarkupShapes(picture.markup ?? null)
  const [kind, setKind] = useState<Kind>('arrow')
  const [color, setColor] = useState<string>(colors[0])
  const [textAt, setTextAt] = useState<Point | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={useMergedRef(dialog, useFocusTrap())}
      className="viewer markup-editor"
      aria-label={markupTexts.title(picture.name)}
      // only Cancel discards the drawing
      onCancel={(event) => isChanged && event.preventDefault()}
      onClose={(event) => {
        // keeps the surrounding viewer open
        event.stopPropagation()
        onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="viewer-bar between">
        <Button variant="white" color="dark" onClick={close}>
          {uiTexts.cancel}
        </Button>
        <Button
          disabled={!isChanged}
          onClick={() => {
            onSave(toMarkup())
            close()
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
          onPlaceText={setTextAt}
        />
      </div>
      {textAt && (
        <TextForm
          onCancel={() => setTextAt(null)}
          onWrite={(text) => {
            add(shapeBetween('text', textAt, textAt, { color, text }))
            setTextAt(null)
          }}
        />
      )}
      {isFull && <p role="alert">{markupTexts.full}</p>}
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

function TextForm({ onWrite, onCancel }: { onWrite: (text: string) => void; onCancel: () => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="photo-notes"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) onWrite(text.trim())
      }}
    >
      <TextInput
        ref={focus}
        className="grow"
        aria-label={markupTexts.text}
        placeholder={markupTexts.text}
        maxLength={constants.photo.markup.textMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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
