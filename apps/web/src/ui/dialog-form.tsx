import './dialog-form.css'
import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { uiTexts } from '../ui-texts.ts'

interface DialogFormProps extends ComponentProps<'form'> {
  submitLabel: string
  isSubmitting: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  onCancel: () => void
}

/** Form in a dialog, with its buttons. */
export const DialogForm = ({
  submitLabel,
  isSubmitting,
  isDangerous = false,
  isDisabled = false,
  onCancel,
  children,
  ...formProps
}: DialogFormProps) => (
  <form className="stack" noValidate {...formProps}>
    {children}
    <div className="row dialog-buttons">
      <Button variant="default" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" color={isDangerous ? 'red' : 'pine'} loading={isSubmitting} disabled={isDisabled}>
        {submitLabel}
      </Button>
    </div>
  </form>
)
