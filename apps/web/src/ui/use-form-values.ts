import { useRef, useState } from 'react'

/** Values of a form, and whether they differ from the saved ones. */
export function useFormValues<T extends object>(initialValues: T, savedValues: T) {
  const [values, setRenderedValues] = useState(initialValues)
  // several fields may change between two renders, for example when a password manager fills them in
  const latest = useRef(values)
  const savedJson = useRef(JSON.stringify(savedValues))
  return {
    values,
    latestValues: () => latest.current,
    replaceValues: (next: T) => {
      latest.current = next
      setRenderedValues(next)
    },
    isDirty: () => JSON.stringify(latest.current) !== savedJson.current,
    /** @param saved  the values that were saved, by default the latest */
    markSaved: (saved: T = latest.current) => {
      savedJson.current = JSON.stringify(saved)
    },
  }
}
