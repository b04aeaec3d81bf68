import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { type FormOptions, useForm } from './use-form.ts'

/** Form on a page: leaving with unsaved changes asks first. Render `guard` on the page. */
export function usePageForm<T extends object, Result>(options: FormOptions<T, Result>) {
  const form = useForm(options)
  const guard: ReactNode = useLeaveGuard(form.isDirty, uiTexts.changesAreLost)
  return { ...form, guard }
}
