import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Page } from './page.tsx'

interface FormPageProps {
  title: string
  hint?: string
  /** Left out where there is nowhere to go back to. */
  back?: string
  form: { frame: ComponentProps<'form'>; busy: boolean; submit: () => void; guard: ReactNode }
  /** The verb on the button that saves. */
  verb: string
  /** What stands before that button at the foot. */
  button?: ReactNode
  /** The fields. */
  children: ReactNode
  /** What is no part of the form. */
  below?: ReactNode
}

/** A page that is one form, saved by the button at its foot. */
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
