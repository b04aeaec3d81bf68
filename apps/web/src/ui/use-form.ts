import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../api/client.ts'
import { toast, wordsOf } from './toast.ts'

interface FormOptions<T> {
  first: T
  /** Names of the fields that have to be filled, with the words for when they are not. */
  required?: Partial<Record<keyof T, string>>
  save: (typed: T) => Promise<unknown>
  /** What the failure of saving is called. */
  failed: string
}

/**
 * Texts one types and saves. What the server refuses is told under its field, which gets the focus; what was typed stays
 * on every failure.
 */
export function useForm<T extends Record<string, string>>({ first, required = {}, save, failed }: FormOptions<T>) {
  const [typed, setTyped] = useState(first)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const saved = useRef(first)
  const saving = useMutation({
    mutationFn: async () => {
      const sent = typed
      const before = saved.current
      // taken for saved first, so that who is led on afterwards is not asked about it
      saved.current = sent
      await save(sent).catch((failure: unknown) => {
        saved.current = before
        throw failure
      })
    },
    onError: (failure) => {
      const told = failure instanceof ApiFailure ? Object.entries(failure.errors) : []
      const known = told.filter(([field]) => field in typed)
      setErrors(Object.fromEntries(known.map(([field, [text]]) => [field, text])))
      if (known.length === 0) toast.failure(wordsOf(failure, failed))
    },
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = Object.keys(errors).find((name) => errors[name])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
  }, [errors])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const empty = Object.entries<string | undefined>(required).filter(([field]) => !typed[field]?.trim())
    setErrors(Object.fromEntries(empty))
    if (empty.length === 0 && !saving.isPending) saving.mutate()
  }
  const field = (name: keyof T & string) => ({
    name,
    value: typed[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => {
      // read now: by the time the state changes the event is over
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
    error: errors[name],
  })
  const isDirty = () => Object.keys(typed).some((name) => typed[name] !== saved.current[name])
  /** For the form itself. */
  const frame = { ref: form, onSubmit: submit, noValidate: true }
  return { field, frame, submit, busy: saving.isPending, isDirty }
}
