import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { toast, errorMessage } from './toast.ts'

/** The fields of a form that are texts. */
type TextFieldName<T> = { [Name in keyof T]: T[Name] extends string ? Name : never }[keyof T] & string

export interface FormOptions<T, Result> {
  /** What stands in the fields at first. */
  initialValues: T
  /** The texts that must be there, with the words for when they are not. */
  required?: Partial<Record<TextFieldName<T>, string>>
  /** What else is wrong with what was typed. */
  validate?: (typed: T) => ValidationErrors
  onSubmit: (typed: T) => Promise<Result>
  /** What a failure is called that has no words of its own. */
  failureText: string
  /** Called once what was typed is with the server; the form is busy until it is through. */
  onSuccess: (result: Result) => unknown
  /** So long that a mistake may stand out of sight: that there is one is told beside it, too. */
  alwaysToast?: boolean
  /** Tells a failure that belongs to no field; as a toast where nothing else is said. */
  showFailure?: (message: string) => void
}

/**
 * What one types and saves. Mistakes and what the server refuses stand under their fields, and the first of them gets
 * the focus; what was typed stays whatever fails.
 */
export function useForm<T extends object, Result>(options: FormOptions<T, Result>) {
  const {
    initialValues,
    required,
    validate,
    onSubmit,
    failureText,
    onSuccess: onSaved,
    alwaysToast = false,
    showFailure = toast.failure,
  } = options
  const [values, setAllValues] = useState(initialValues)
  const [errors, setErrors] = useState<ValidationErrors>({})
  const savedJson = useRef(JSON.stringify(initialValues))
  const formElement = useRef<HTMLFormElement>(null)
  /** Tells why something failed: under the fields it is about, else by itself. */
  const showServerError = (failure: unknown) => {
    const fieldErrors = failure instanceof ApiError ? failure.errors : {}
    setErrors(fieldErrors)
    if (alwaysToast || !Object.keys(fieldErrors).some((name) => name in values))
      showFailure(errorMessage(failure, failureText))
  }
  const submission = useMutation({
    mutationFn: onSubmit,
    onSuccess: (result, submitted) => {
      // before the rest, so that who is led on is not asked about it
      savedJson.current = JSON.stringify(submitted)
      return onSaved(result)
    },
    onError: showServerError,
    // a password perhaps: not remembered once its form is gone
    gcTime: 0,
  })
  useEffect(() => {
    if (Object.keys(errors).length > 0) formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (submission.isPending) return
    const validationErrors = { ...validateRequired(values, required ?? {}), ...validate?.(values) }
    setErrors(validationErrors)
    if (Object.keys(validationErrors).length === 0) submission.mutate(values)
    else if (alwaysToast) showFailure(texts.refusal.invalid)
  }
  const setValues = (changes: Partial<T>) => setAllValues((current) => ({ ...current, ...changes }))
  /** The text under a field, if there is one. */
  const errorOf = (name: string) => errors[name]?.[0]
  const getInputProps = (name: TextFieldName<T>) => ({
    name,
    value: String(values[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      // read now: by the time the state changes the event is over
      const { value } = event.currentTarget
      setAllValues((current) => ({ ...current, [name]: value }))
    },
    error: errorOf(name),
  })
  const isDirty = () => JSON.stringify(values) !== savedJson.current
  /** Takes what was typed for not wanted any more. */
  const markSaved = () => {
    savedJson.current = JSON.stringify(values)
  }
  /** Goes on from what the server made of it. */
  const resetTo = (newValues: T) => {
    savedJson.current = JSON.stringify(newValues)
    setAllValues(newValues)
  }
  /** For the form itself. */
  const formProps = { ref: formElement, onSubmit: submit, noValidate: true }
  return {
    values,
    setValues,
    getInputProps,
    errorOf,
    showServerError,
    formProps,
    submit,
    isSubmitting: submission.isPending,
    isDirty,
    markSaved,
    resetTo,
  }
}

export type Form<T extends object> = ReturnType<typeof useForm<T, unknown>>

/** What each of these texts is told where it is empty. */
function validateRequired(values: object, required: Partial<Record<string, string>>): ValidationErrors {
  const valueByName = new Map<string, unknown>(Object.entries(values))
  const emptyFields = Object.entries(required).filter(([name]) => !String(valueByName.get(name)).trim())
  return Object.fromEntries(emptyFields.map(([name, message = '']) => [name, [message]]))
}
