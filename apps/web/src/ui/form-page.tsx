import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Page } from './page.tsx'

interface FormPageProps {
  title: string
  hint?: string
  /** Omitted if there is nowhere to go back to. */
  back?: string | true
  form: { formProps: ComponentProps<'form'>; isSubmitting: boolean; guard: ReactNode }
  submitLabel: string
  /** Rendered before the submit button. */
  secondaryButton?: ReactNode
  children: ReactNode
  /** Content after the form. */
  below?: ReactNode
}

/** A page that consists of one form, with its submit button in its footer. */
export function FormPage({ title, hint, back, form, submitLabel, secondaryButton, children, below }: FormPageProps) {
  const formId = useId()
  return (
    <Page
      title={title}
      {...(back !== undefined && { back })}
      ownHeading
      footer={
        <>
          {secondaryButton}
          {/* of the form, so that Enter in a field submits it */}
          <Button type="submit" form={formId} loading={form.isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <h1>{title}</h1>
      {hint && <p className="hint">{hint}</p>}
      <form className="stack" id={formId} {...form.formProps}>
        {children}
      </form>
      {below}
      {form.guard}
    </Page>
  )
}
