import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { uiTexts } from '../ui-texts.ts'

interface DialogFormProps extends ComponentProps<'form'> {
  /** The verb on the button that does it. */
  verb: string
  busy: boolean
  dangerous?: boolean
  onCancel: () => void
}

/** What is typed in a dialog, above the buttons that leave it or do it. */
export const DialogForm = ({ verb, busy, dangerous = false, onCancel, children, ...frame }: DialogFormProps) => (
  <form className="stack" noValidate {...frame}>
    {children}
    <div className="row" style={{ justifyContent: 'flex-end' }}>
      <Button variant="default" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" color={dangerous ? 'red' : 'pine'} loading={busy}>
        {verb}
      </Button>
    </div>
  </form>
)
