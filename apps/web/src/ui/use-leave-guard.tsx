import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { useConfirm } from './use-confirm.tsx'

/**
 * Asks before the user leaves a page with unsaved input: by link, back button or closing the tab.
 * @param hasUnsavedChanges  called when leaving
 * @param text  what happens to the input
 * @returns the dialog to render
 */
export function useLeaveGuard(hasUnsavedChanges: () => boolean, text: string): ReactNode {
  const { ask, dialog } = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !hasUnsavedChanges()) return false
      return !(await ask({ title: texts.other.unsavedChanges, text, confirmLabel: uiTexts.leave, isDangerous: true }))
    },
    enableBeforeUnload: hasUnsavedChanges,
  })
  return dialog
}
