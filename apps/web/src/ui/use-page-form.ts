import type { ReactNode } from 'react'
import { adminTexts } from '../admin-texts.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { type FormOptions, useForm } from './use-form.ts'

/** A form that stands on a page: leaving the page with something unsaved asks first. `guard` is drawn on the page. */
export function usePageForm<T extends object, Answer>(options: FormOptions<T, Answer>) {
  const form = useForm(options)
  const guard: ReactNode = useLeaveGuard(form.isDirty, adminTexts.typedIsLost)
  return { ...form, guard }
}
