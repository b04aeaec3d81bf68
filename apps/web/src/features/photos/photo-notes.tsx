import { Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { useDraftClaim } from '../../api/draft-claims.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { guidedTexts } from './guided-texts.ts'

interface PhotoNotesProps {
  photoId: string
  slotName: string | undefined
  caption: string | null
  /** Omitted if the user may not change it. */
  onSave?: ((caption: string) => void) | undefined
}

const focus = (input: HTMLInputElement | null) => input?.focus()

/** Slot and caption of the photo in the viewer. What was typed stays on this device until it is saved or cancelled. */
export function PhotoNotes({ photoId, slotName, caption, onSave }: PhotoNotesProps) {
  const draft = useDraftClaim<string>(`caption ${photoId}`)
  // undefined until something is typed or the form is closed
  const [edited, setEdited] = useState<string | null>()
  const typed = edited === undefined ? (draft?.typed ?? null) : edited
  const type = (text: string) => {
    setEdited(text)
    if (draft) saveDraft(draft.name, text)
  }
  const close = () => {
    setEdited(null)
    if (draft) void deleteDraft(draft.name)
  }
  if (typed !== null && onSave)
    return (
      <form
        className="photo-notes"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(typed.trim())
          close()
        }}
      >
        <TextInput
          className="grow"
          aria-label={guidedTexts.caption}
          placeholder={guidedTexts.caption}
          maxLength={constants.photo.captionMax}
          value={typed}
          ref={focus}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Button variant="white" color="dark" onClick={close}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit">{uiTexts.save}</Button>
      </form>
    )
  return (
    <div className="photo-notes">
      <p className="grow">
        {slotName && <b>{slotName}</b>}
        {slotName && caption && ': '}
        {caption}
      </p>
      {onSave && (
        <button type="button" className="photo-notes-button" onClick={() => setEdited(caption ?? '')}>
          <IconPencil size={20} stroke={1.8} aria-hidden />
          {caption ? guidedTexts.editCaption : guidedTexts.addCaption}
        </button>
      )}
    </div>
  )
}
