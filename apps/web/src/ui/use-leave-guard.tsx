import type { ReactNode } from 'react'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts'
import { useConfirm } from './use-confirm.tsx'

interface LeaveGuardOptions {
  /** Says what happens to the input. Omit it if the question does. */
  text?: string
  /** Called before the page is left with unsaved input. */
  onLeave?: () => Promise<void>
  /** The page is one step of several with the same path, which differ in their search parameters. */
  isStep?: boolean
}

/**
 * Asks before the user leaves a page with unsaved input: by link, back button or closing the tab.
 * @param hasUnsavedChanges  called when leaving
 * @returns the dialog to render
 */
export function useLeaveGuard(
  hasUnsavedChanges: () => boolean,
  { text, onLeave, isStep = false }: LeaveGuardOptions,
): ReactNode {
  const { ask, dialog } = useConfirm()
  useAskBeforeLeaving({
    mustAsk: ({ current, next }) => {
      const isSamePath = current.pathname === next.pathname
      // Only the entry in the history differs when Back closes a layer.
      const isSamePage = isSamePath && (!isStep || JSON.stringify(current.search) === JSON.stringify(next.search))
      return !isSamePage && hasUnsavedChanges()
    },
    ask: async () => {
      const { unsavedChanges: title } = texts.other
      const leaves = await ask({ title, ...(text && { text }), confirmLabel: uiTexts.leave, isDangerous: true })
      if (leaves) await onLeave?.()
      return leaves
    },
    hasUnsaved: hasUnsavedChanges,
  })
  return dialog
}
