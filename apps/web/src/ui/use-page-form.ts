import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { type FormOptions, useForm } from './use-form.ts'

/** Form on a page: leaving with unsaved changes asks first. Render `guard` on the page. */
export function usePageForm<T extends object, Answer>(options: FormOptions<T, Answer>) {
  const form = useForm(options)
  const guard: ReactNode = useLeaveGuard(form.isDirty, uiTexts.typedIsLost)
  return { ...form, guard }
}
