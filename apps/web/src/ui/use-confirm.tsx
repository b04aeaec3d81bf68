import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { Dialog } from './dialog.tsx'

export interface ConfirmOptions {
  title: string
  /** Consequences, if the title does not state them. */
  text?: string
  /** What to know beforehand, below the text. */
  notice?: ReactNode
  /** Label of the confirm button. */
  confirmLabel: string
  isDangerous?: boolean
  /** Label of the other button; Cancel by default. */
  cancelLabel?: string
}

/** Confirmation dialog. `ask` resolves to true when confirmed. */
export function useConfirm(): { ask: (question: ConfirmOptions) => Promise<boolean>; dialog: ReactNode } {
  // kept while the dialog closes
  const [pending, setPending] = useState<(ConfirmOptions & { resolve: (yes: boolean) => void }) | null>(null)
  const [opened, setOpened] = useState(false)
  const answer = (yes: boolean) => {
    pending?.resolve(yes)
    setOpened(false)
  }
  const ask = (question: ConfirmOptions) =>
    new Promise<boolean>((resolve) => {
      setPending({ ...question, resolve: resolve })
      setOpened(true)
    })
  const dialog = (
    <Dialog opened={opened} onClose={() => answer(false)} title={pending?.title}>
      {pending?.text && <p style={{ margin: '0 0 16px' }}>{pending.text}</p>}
      {pending?.notice && <div style={{ margin: '0 0 16px' }}>{pending.notice}</div>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={() => answer(false)}>
          {pending?.cancelLabel ?? uiTexts.cancel}
        </Button>
        <Button color={pending?.isDangerous ? 'red' : 'pine'} onClick={() => answer(true)}>
          {pending?.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
  return { ask, dialog }
}
