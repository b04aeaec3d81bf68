import type { FormEvent } from 'react'
import { useFormErrors } from './use-form-errors.ts'
import { type FormOptions, useFormSubmit } from './use-form-submit.ts'
import { useFormValues } from './use-form-values.ts'

/** Text inputs pass an event to onChange, all other fields their value. */
type Input<Value> = Value | { currentTarget: { value: string } }

/**
 * Values, validation and submission of a form (docs/decisions/0031-forms.md). Errors appear under their fields, whether
 * found here or by the server, and the first of them gets the focus. Input is kept whatever fails.
 */
export function useForm<T extends object, Result>(options: FormOptions<T, Result>) {
  const formValues = useFormValues(options.initialValues, options.savedValues ?? options.initialValues)
  const formErrors = useFormErrors(options.initialErrors ?? {})
  const { isSubmitting, submit, showServerError } = useFormSubmit(options, formValues, formErrors)
  const { values, latestValues, replaceValues, isDirty, markSaved } = formValues
  const { formElement, errorOf, showErrors, clearErrors, clearEdited } = formErrors
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
        const returnFocus = rememberFocus()
        void submit().then(returnFocus)
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

/** A button loses the focus while it shows that it is busy. @returns gives it back unless something else has it */
function rememberFocus(): () => void {
  const before = document.activeElement
  return () =>
    // after the button is rendered again
    setTimeout(() => {
      const isLost = document.activeElement === document.body
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    })
}
