import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { useConfirm } from './use-confirm.tsx'

/**
 * Asks before the user leaves a page with unsaved input: by link, back button or closing the tab.
 * @param hasUnsavedChanges  called when leaving
 * @param text  what happens to the input
 * @param onLeave  called before the page is left with unsaved input
 * @returns the dialog to render
 */
export function useLeaveGuard(
  hasUnsavedChanges: () => boolean,
  text: string,
  onLeave?: () => Promise<void>,
): ReactNode {
  const { ask, dialog } = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !hasUnsavedChanges()) return false
      const { unsavedChanges: title } = texts.other
      const leaves = await ask({ title, text, confirmLabel: uiTexts.leave, isDangerous: true })
      if (leaves) await onLeave?.()
      return !leaves
    },
    enableBeforeUnload: hasUnsavedChanges,
  })
  return dialog
}
