import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { uiTexts } from '../../ui-texts.ts'
import { guidedTexts } from './guided-texts.ts'

interface SkipReasonProps {
  slotName: string
  /** As typed so far. */
  reason: string
  onType: (reason: string) => void
  onSave: (reason: string) => void
  onCancel: () => void
}

/** The form for the reason of a missing photo: one tap for the usual reasons, or a text. */
export function SkipReason({ slotName, reason, onType, onSave, onCancel }: SkipReasonProps) {
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
        onChange={(event) => onType(event.currentTarget.value)}
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
