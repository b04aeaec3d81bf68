import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Page } from './page.tsx'

interface FormPageProps {
  title: string
  hint?: string
  /** Omitted if there is nowhere to go back to. */
  back?: string
  form: { frame: ComponentProps<'form'>; busy: boolean; submit: () => void; guard: ReactNode }
  verb: string
  /** Rendered before the submit button. */
  button?: ReactNode
  children: ReactNode
  /** Content after the form. */
  below?: ReactNode
}

/** A page that consists of one form, with its submit button at the foot. */
export const FormPage = ({ title, hint, back, form, verb, button, children, below }: FormPageProps) => (
  <Page
    title={title}
    {...(back !== undefined && { back })}
    ownHeading
    foot={
      <>
        {button}
        <Button loading={form.busy} onClick={() => form.submit()}>
          {verb}
        </Button>
      </>
    }
  >
    <h1>{title}</h1>
    {hint && <p className="hint">{hint}</p>}
    <form className="stack" {...form.frame}>
      {children}
    </form>
    {below}
    {form.guard}
  </Page>
)
