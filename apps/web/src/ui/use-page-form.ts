import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { type DraftFormOptions, useDraftForm } from './use-draft-form.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

interface PageFormOptions<T, Result> extends DraftFormOptions<T, Result> {
  /** Leaves the page once everything is saved, not if something was typed or another page was opened meanwhile. */
  onDone?: (result: Result) => unknown
}

/** Form on a page: leaving with unsaved changes asks first, and then discards them. Render `guard` on the page. */
export function usePageForm<T extends object, Result>({ onDone, ...options }: PageFormOptions<T, Result>) {
  const isMounted = useIsMounted()
  const form = useDraftForm({
    ...options,
    onSuccess: async (result) => {
      await options.onSuccess?.(result)
      if (!form.isDirty() && isMounted()) await onDone?.(result)
    },
  })
  const guard: ReactNode = useLeaveGuard(form.isDirty, { text: uiTexts.changesAreLost, onLeave: form.discardDraft })
  return { ...form, guard }
}
