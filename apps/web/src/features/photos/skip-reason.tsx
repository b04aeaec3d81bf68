import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { uiTexts } from '../../ui-texts.ts'
import { guidedTexts } from './guided-texts.ts'

interface SkipReasonProps {
  slotName: string
  onSave: (reason: string) => void
  onCancel: () => void
}

/** The form for the reason of a missing photo: one tap for the usual reasons, or a text. */
export function SkipReason({ slotName, onSave, onCancel }: SkipReasonProps) {
  const [reason, setReason] = useState('')
  return (
    <form
      className="stack"
      aria-label={guidedTexts.whyNot(slotName)}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim()) onSave(reason.trim())
      }}
    >
      <div className="row">
        {guidedTexts.reasons.map((usual) => (
          <Button key={usual} variant="default" onClick={() => onSave(usual)}>
            {usual}
          </Button>
        ))}
      </div>
      <TextInput
        label={guidedTexts.reason}
        value={reason}
        maxLength={constants.photo.skippedReasonMax}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="row">
        <Button variant="default" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" disabled={!reason.trim()}>
          {uiTexts.save}
        </Button>
      </div>
    </form>
  )
}
