import type { ValidationErrors } from '@chisholm/domain/validation'
import { useEffect, useRef, useState } from 'react'

/** Errors by field. Whenever errors are shown, the first invalid field gets the focus. */
export function useFormErrors(initialErrors: ValidationErrors) {
  const [errors, setErrors] = useState(initialErrors)
  const [timesShown, setTimesShown] = useState(0)
  const formElement = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (timesShown > 0) formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [timesShown])
  return {
    formElement,
    errorOf: (name: string) => errors[name]?.[0],
    showErrors: (next: ValidationErrors) => {
      setErrors(next)
      setTimesShown((count) => count + 1)
    },
    clearErrors: () => setErrors({}),
    /** Removes the errors of edited fields; keeps errors that belong to no field of these values. */
    clearEdited: (before: object, after: object) => {
      const valuesBefore = new Map<string, unknown>(Object.entries(before))
      const valuesAfter = new Map<string, unknown>(Object.entries(after))
      const isUnchanged = ([name]: [string, unknown]) => valuesAfter.get(name) === valuesBefore.get(name)
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(isUnchanged)))
    },
  }
}
