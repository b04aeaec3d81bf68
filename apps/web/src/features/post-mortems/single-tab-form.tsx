import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { draftQuery } from '../../api/form-drafts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useEditingTab } from './use-editing-tab.ts'

interface SingleTabFormProps<Draft> {
  /** The name of the draft, which belongs to all tabs. */
  draftName: string
  /** Renders the page while another tab edits the form. @param notice  says so, and continues the form here */
  renderElsewhere: (notice: ReactNode) => ReactNode
  /** Shown until the draft has been read. */
  loading?: ReactNode
  /** Renders the form. @param draft  the unsaved input, if there is any */
  children: (draft: Draft | null) => ReactNode
}

/** A form that one tab at a time may edit, with its unsaved input. */
export function SingleTabForm<Draft>({ renderElsewhere, ...form }: SingleTabFormProps<Draft>) {
  const { isHere, takeOver } = useEditingTab(form.draftName)
  if (isHere === null) return form.loading
  if (isHere) return <RestoredForm {...form} />
  return renderElsewhere(
    <div className="stack">
      <output className="banner">{postMortemTexts.openElsewhere}</output>
      <Button mih={44} onClick={takeOver}>
        {postMortemTexts.continueHere}
      </Button>
    </div>,
  )
}

function RestoredForm<Draft>({ draftName, loading, children }: Omit<SingleTabFormProps<Draft>, 'renderElsewhere'>) {
  const draft = useQuery(draftQuery<Draft>(draftName))
  return draft.isPending ? loading : children(draft.data ?? null)
}
