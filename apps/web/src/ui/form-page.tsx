import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Page } from './page.tsx'

interface FormPageProps {
  title: string
  hint?: string
  /** Omitted if there is nowhere to go back to. */
  back?: string | true
  form: { formProps: ComponentProps<'form'>; isSubmitting: boolean; submit: () => Promise<boolean>; guard: ReactNode }
  submitLabel: string
  /** Rendered before the submit button. */
  secondaryButton?: ReactNode
  children: ReactNode
  /** Content after the form. */
  below?: ReactNode
}

/** A page that consists of one form, with its submit button at the foot. */
export const FormPage = ({ title, hint, back, form, submitLabel, secondaryButton, children, below }: FormPageProps) => (
  <Page
    title={title}
    {...(back !== undefined && { back })}
    ownHeading
    foot={
      <>
        {secondaryButton}
        <Button loading={form.isSubmitting} onClick={() => void form.submit()}>
          {submitLabel}
        </Button>
      </>
    }
  >
    <h1>{title}</h1>
    {hint && <p className="hint">{hint}</p>}
    <form className="stack" {...form.formProps}>
      {children}
    </form>
    {below}
    {form.guard}
  </Page>
)
