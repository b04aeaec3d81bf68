import { Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { uiTexts } from '../../ui-texts.ts'
import { guidedTexts } from './guided-texts.ts'

interface PhotoNotesProps {
  slotName: string | undefined
  caption: string | null
  /** Omitted if the user may not change it. */
  onSave?: ((caption: string) => void) | undefined
}

const focus = (input: HTMLInputElement | null) => input?.focus()

/** Slot and caption of the photo in the viewer. */
export function PhotoNotes({ slotName, caption, onSave }: PhotoNotesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed !== null && onSave)
    return (
      <form
        className="photo-notes"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(typed.trim())
          setTyped(null)
        }}
      >
        <TextInput
          className="grow"
          aria-label={guidedTexts.caption}
          placeholder={guidedTexts.caption}
          maxLength={constants.photo.captionMax}
          value={typed}
          ref={focus}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
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
        <button type="button" className="photo-notes-button" onClick={() => setTyped(caption ?? '')}>
          <IconPencil size={20} stroke={1.8} aria-hidden />
          {caption ? guidedTexts.editCaption : guidedTexts.addCaption}
        </button>
      )}
    </div>
  )
}
