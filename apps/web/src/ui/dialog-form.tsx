import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { uiTexts } from '../ui-texts.ts'

interface DialogFormProps extends ComponentProps<'form'> {
  verb: string
  busy: boolean
  dangerous?: boolean
  onCancel: () => void
}

/** Form in a dialog, with its buttons. */
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
