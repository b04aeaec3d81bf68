import type { ReactNode } from 'react'
import { focusSection } from './focus-section.ts'
import { attempt } from './toast.ts'
import { type ConfirmOptions, useConfirm } from './use-confirm.tsx'

export interface Deletion {
  question: Omit<ConfirmOptions, 'isDangerous'>
  onDelete: () => Promise<unknown>
  /** Shown for failures that have no message of their own. */
  failureText: string
}

/**
 * Deletes something after confirmation. The button that did so usually disappears with it, so the focus moves to the
 * section around it. Render `dialog`.
 */
export function useAskAndDelete(): { askAndDelete: (deletion: Deletion) => Promise<boolean>; dialog: ReactNode } {
  const { ask, dialog } = useConfirm()
  const askAndDelete = async ({ question, onDelete, failureText }: Deletion) => {
    const section = document.activeElement?.closest<HTMLElement>('section, main')
    if (!(await ask({ ...question, isDangerous: true }))) return false
    if (!(await attempt(onDelete, failureText))) return false
    if (section) focusSection(section)
    return true
  }
  return { askAndDelete, dialog }
}
