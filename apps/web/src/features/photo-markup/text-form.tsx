import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { uiTexts } from '../../ui-texts.ts'
import { markupTexts } from './markup-texts.ts'

interface TextFormProps {
  text: string
  onType: (text: string) => void
  onWrite: () => void
  onCancel: () => void
}

/** Asks for the text to write on a photo. */
export const TextForm = ({ text, onType, onWrite, onCancel }: TextFormProps) => (
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

const focus = (input: HTMLInputElement | null) => input?.focus()
