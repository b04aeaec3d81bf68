import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { errorMessage, toast } from './toast.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useFormValues } from './use-form-values.ts'

/** Names of the fields that hold text, or null while empty. */
type TextFieldName<T> = { [Name in keyof T]: T[Name] extends string | null ? Name : never }[keyof T] & string
/** Text inputs pass an event to onChange, all other fields their value. */
type Input<Value> = Value | { currentTarget: { value: string } }

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

/**
 * Values, validation and submission of a form (docs/decisions/0031-forms.md). Errors appear under their fields, whether
 * found here or by the server, and the first of them gets the focus. Input is kept whatever fails.
 */
export function useForm<T extends object, Result>(options: FormOptions<T, Result>) {
  const { initialValues, savedValues = initialValues, initialErrors = {}, required = {}, failureText } = options
  const { isLong = false, toastFailures = isLong, showFailure = toast.failure } = options
  const { values, latestValues, replaceValues, isDirty, markSaved } = useFormValues(initialValues, savedValues)
  const { formElement, errorOf, showErrors, clearErrors, clearEdited } = useFormErrors(initialErrors)
  const [isSubmitting, setSubmitting] = useState(false)
  const isBusy = useRef(false)

  const showServerError = (failure: unknown) => {
    const fieldErrors = failure instanceof ApiError ? failure.errors : {}
    showErrors(fieldErrors)
    if (toastFailures || !Object.keys(fieldErrors).some((name) => name in values))
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
  /** Validates and submits. @returns whether that succeeded */
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
    return send(submitted).finally(() => {
      isBusy.current = false
      setSubmitting(false)
    })
  }
  const change = (next: T) => {
    clearEdited(latestValues(), next)
    replaceValues(next)
    options.onValuesChange?.(next)
  }
  return {
    values,
    isDirty,
    isSubmitting,
    submit,
    errorOf,
    setErrors: showErrors,
    showServerError,
    setValues: (changes: Partial<T>) => change({ ...latestValues(), ...changes }),
    /** Like `setValues`, with changes that depend on the latest values. */
    changeValues: (changes: (latest: T) => Partial<T>) => change({ ...latestValues(), ...changes(latestValues()) }),
    getInputProps: <Name extends keyof T & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: (input: Input<T[Name]>) => change({ ...latestValues(), [name]: valueOf(input) }),
      error: errorOf(name),
    }),
    /** Fills in values that do not count as user input. */
    preset: (changes: Partial<T>) => replaceValues({ ...latestValues(), ...changes }),
    /** Lets the user leave without a prompt. */
    markSaved: () => markSaved(),
    /** Shows other values, which count as saved. */
    resetTo: (newValues: T) => {
      replaceValues(newValues)
      clearErrors()
      markSaved()
    },
    formProps: {
      ref: formElement,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
      noValidate: true,
    },
  }
}

export type Form<T extends object> = ReturnType<typeof useForm<T, unknown>>

function valueOf<Value>(input: Input<Value>): Value {
  if (typeof input !== 'object' || input === null || !('currentTarget' in input)) return input
  // cast: only text inputs pass events, and the values of their fields are text
  return input.currentTarget.value as Value
}

function validateRequired(values: object, required: Partial<Record<string, string>>): ValidationErrors {
  const valueByName = new Map<string, unknown>(Object.entries(values))
  const emptyFields = Object.entries(required).filter(([name]) => !String(valueByName.get(name) ?? '').trim())
  return Object.fromEntries(emptyFields.map(([name, message = '']) => [name, [message]]))
}
