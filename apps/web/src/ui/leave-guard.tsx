import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { useConfirm } from './confirm.tsx'

/**
 * Asks before a page with something unsaved is left: by a link, the browser's back, or by closing the tab.
 * @param unsaved  asked at the moment of leaving
 * @param text     what becomes of it then
 * @returns the question, to be drawn on the page
 */
export function useLeaveGuard(unsaved: () => boolean, text: string): ReactNode {
  const { ask, dialog } = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !unsaved()) return false
      return !(await ask({ title: texts.other.unsavedChanges, text, verb: uiTexts.leave, dangerous: true }))
    },
    enableBeforeUnload: unsaved,
  })
  return dialog
}
