import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { Dialog } from './dialog.tsx'

interface Question {
  title: string
  /** Consequences, if the title does not state them. */
  text?: string
  /** Label of the confirm button. */
  verb: string
  dangerous?: boolean
  /** Label of the other button; Cancel by default. */
  otherwise?: string
}

/** Confirmation dialog. `ask` resolves to true when confirmed. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  // kept while the dialog closes
  const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null)
  const [opened, setOpened] = useState(false)
  const answer = (yes: boolean) => {
    asked?.answer(yes)
    setOpened(false)
  }
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked({ ...question, answer: resolve })
      setOpened(true)
    })
  const dialog = (
    <Dialog opened={opened} onClose={() => answer(false)} title={asked?.title}>
      {asked?.text && <p style={{ margin: '0 0 16px' }}>{asked.text}</p>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={() => answer(false)}>
          {asked?.otherwise ?? uiTexts.cancel}
        </Button>
        <Button color={asked?.dangerous ? 'red' : 'pine'} onClick={() => answer(true)}>
          {asked?.verb}
        </Button>
      </div>
    </Dialog>
  )
  return { ask, dialog }
}
