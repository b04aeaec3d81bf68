import './markup-editor.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Markup } from '@chisholm/domain/markup'
import { useDraftClaim } from '../../api/draft-claims.ts'
import { deleteDraft } from '../../api/form-drafts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { DrawingSurface } from './drawing-surface.tsx'
import { markupTexts } from './markup-texts.ts'
import { firstPen, MarkupTools } from './markup-tools.tsx'
import { TextForm } from './text-form.tsx'
import type { DrawingDraft } from './restore-drawing.ts'
import { type Point, shapeBetween, useMarkupShapes } from './use-markup-shapes.ts'
import { useUnsavedDialog } from './use-unsaved-dialog.ts'

interface MarkupEditorProps {
  picture: { name: string; url: string; markup?: Markup | null | undefined }
  /** The name under which the drawing is stored on the device until it is saved. */
  draftName: string
  onSave: (markup: Markup | null) => void
  onClose: () => void
}

/**
 * Draws arrows, circles, lines and texts on a photo as a layer; the photo itself does not change. A drawing in another
 * tab stays apart from it until it is saved.
 */
export function MarkupEditor(props: MarkupEditorProps) {
  const draft = useDraftClaim<DrawingDraft>(props.draftName)
  return draft && <DrawingEditor key={draft.name} {...props} draftName={draft.name} draft={draft.typed} />
}

/** @param draft  what was drawn before a reload */
function DrawingEditor({
  picture,
  draftName,
  draft,
  onSave,
  onClose,
}: MarkupEditorProps & { draft: DrawingDraft | null }) {
  const drawing = useMarkupShapes(picture.markup ?? null, draftName, draft)
  const [pen, setPen] = useState(firstPen)
  /** The text that is being typed, and where it will stand. */
  const [note, setNote] = useState<{ at: Point; text: string } | null>(null)
  const close = () => {
    void deleteDraft(draftName)
    onClose()
  }
  const { mustDecide, dialogProps } = useUnsavedDialog(drawing.isChanged || Boolean(note?.text.trim()), close)
  const save = () => {
    onSave(drawing.toMarkup())
    close()
  }
  return (
    <dialog {...dialogProps} className="viewer markup-editor" aria-label={markupTexts.title(picture.name)}>
      <div className="viewer-bar between">
        <Button variant="default" onClick={close}>
          {uiTexts.cancel}
        </Button>
        <Button disabled={!drawing.isChanged} onClick={save}>
          {uiTexts.save}
        </Button>
      </div>
      <div className="markup-stage">
        <DrawingSurface
          picture={picture}
          shapes={drawing.shapes}
          pen={pen}
          isFull={drawing.isFull}
          onDraw={drawing.add}
          onPlaceText={(at) => setNote({ at, text: note?.text ?? '' })}
        />
      </div>
      {note && (
        <TextForm
          text={note.text}
          onType={(text) => setNote({ ...note, text })}
          onCancel={() => setNote(null)}
          onWrite={() => {
            drawing.add(shapeBetween(note.at, note.at, { ...pen, kind: 'text', text: note.text.trim() }))
            setNote(null)
          }}
        />
      )}
      {drawing.isFull && <p role="alert">{markupTexts.full}</p>}
      {mustDecide && <p role="alert">{markupTexts.mustDecide}</p>}
      <MarkupTools pen={pen} onChange={setPen} drawing={drawing} />
    </dialog>
  )
}
