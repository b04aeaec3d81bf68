import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { errorMessage, toast } from './toast.ts'
import type { useFormErrors } from './use-form-errors.ts'
import type { useFormValues } from './use-form-values.ts'

/** Names of the fields that hold text, or null while empty. */
type TextFieldName<T> = { [Name in keyof T]: T[Name] extends string | null ? Name : never }[keyof T] & string
export interface FormOptions<T, Result> {
  initialValues: T
  /** The last saved values, if a restored draft differs from them. */
  savedValues?: T
  initialErrors?: ValidationErrors
  /** Fields that must not be empty, with their error texts. */
  required?: Partial<Record<TextFieldName<T>, string>>
  validate?: (values: T) => ValidationErrors
  /** Called with each change made by the user: stores a draft. */
  onValuesChange?: (values: T) => void
  /** Asks before valid values are submitted; unless it resolves to true, the form stays as it is. */
  confirm?: (values: T) => Promise<boolean>
  onSubmit: (values: T) => Promise<Result>
  /** The form is submitting until this is done. */
  onSuccess?: (result: Result) => unknown
  /** Shown for failures that have no message of their own. */
  failureText: string
  /** Shows failures as a toast even if they also appear under a field. */
  toastFailures?: boolean
  /** Long form: toasts every error, because the invalid field may be off screen. */
  isLong?: boolean
  /** Shows a failure that belongs to no field. */
  showFailure?: (message: string) => void
}

/** Validates and submits a form, one submission at a time, and shows what is rejected. */
export function useFormSubmit<T extends object, Result>(
  options: FormOptions<T, Result>,
  { latestValues, markSaved }: ReturnType<typeof useFormValues<T>>,
  { showErrors, clearErrors }: ReturnType<typeof useFormErrors>,
) {
  const { required = {}, failureText, isLong = false, toastFailures = isLong, showFailure = toast.failure } = options
  const [isSubmitting, setSubmitting] = useState(false)
  const isBusy = useRef(false)

  const showServerError = (failure: unknown) => {
    const fieldErrors = failure instanceof ApiError ? failure.errors : {}
    showErrors(fieldErrors)
    if (toastFailures || !Object.keys(fieldErrors).some((name) => name in latestValues()))
      showFailure(errorMessage(failure, failureText))
  }
  const send = async (submitted: T): Promise<boolean> => {
    try {
      const result = await options.onSubmit(submitted)
      // before a redirect, so that the leave guard does not ask
      markSaved(submitted)
      await options.onSuccess?.(result)
      return true
    } catch (failure) {
      showServerError(failure)
      return false
    }
  }
  const confirmAndSend = async (submitted: T): Promise<boolean> =>
    (options.confirm === undefined || (await options.confirm(submitted))) && send(submitted)
  /** @returns whether that succeeded */
  const submit = async (): Promise<boolean> => {
    if (isBusy.current) return false
    const submitted = latestValues()
    const errors = { ...validateRequired(submitted, required), ...options.validate?.(submitted) }
    if (Object.keys(errors).length > 0) {
      showErrors(errors)
      if (isLong) showFailure(texts.refusal.invalid)
      return false
    }
    clearErrors()
    setSubmitting(true)
    isBusy.current = true
    return confirmAndSend(submitted).finally(() => {
      isBusy.current = false
      setSubmitting(false)
    })
  }
  return { isSubmitting, submit, showServerError }
}

function validateRequired(values: object, required: Partial<Record<string, string>>): ValidationErrors {
  const valueByName = new Map<string, unknown>(Object.entries(values))
  const emptyFields = Object.entries(required).filter(([name]) => !String(valueByName.get(name) ?? '').trim())
  return Object.fromEntries(emptyFields.map(([name, message = '']) => [name, [message]]))
}
