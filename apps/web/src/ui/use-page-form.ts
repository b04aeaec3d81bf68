import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { type DraftFormOptions, useDraftForm } from './use-draft-form.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

/** Form on a page: leaving with unsaved changes asks first, and then discards them. Render `guard` on the page. */
export function usePageForm<T extends object, Result>(options: DraftFormOptions<T, Result>) {
  const form = useDraftForm(options)
  const guard: ReactNode = useLeaveGuard(form.isDirty, uiTexts.changesAreLost, form.discardDraft)
  return { ...form, guard }
}
