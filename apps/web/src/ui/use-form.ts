import type { Mistakes } from '@chisholm/domain/mistakes'
import { texts } from '@chisholm/domain/texts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../api/client.ts'
import { toast, wordsOf } from './toast.ts'

/** The fields of a form that are texts. */
type TextName<T> = { [Name in keyof T]: T[Name] extends string ? Name : never }[keyof T] & string

export interface FormOptions<T, Answer> {
  /** What stands in the fields at first. */
  before: T
  /** The texts that must be there, with the words for when they are not. */
  required?: Partial<Record<TextName<T>, string>>
  /** What else is wrong with what was typed. */
  check?: (typed: T) => Mistakes
  send: (typed: T) => Promise<Answer>
  /** What a failure is called that has no words of its own. */
  failed: string
  /** Called once what was typed is with the server; the form is busy until it is through. */
  onSaved: (answer: Answer) => unknown
  /** So long that a mistake may stand out of sight: that there is one is told beside it, too. */
  long?: boolean
  /** Tells a failure that belongs to no field; as a toast where nothing else is said. */
  tell?: (words: string) => void
}

/**
 * What one types and saves. Mistakes and what the server refuses stand under their fields, and the first of them gets
 * the focus; what was typed stays whatever fails.
 */
export function useForm<T extends object, Answer>(options: FormOptions<T, Answer>) {
  const { before, required, check, send, failed, onSaved, long = false, tell = toast.failure } = options
  const [typed, setTyped] = useState(before)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const kept = useRef(JSON.stringify(before))
  const place = useRef<HTMLFormElement>(null)
  /** Tells why something failed: under the fields it is about, else by itself. */
  const refuse = (failure: unknown) => {
    const told = failure instanceof ApiFailure ? failure.errors : {}
    setMistakes(told)
    if (long || !Object.keys(told).some((name) => name in typed)) tell(wordsOf(failure, failed))
  }
  const saving = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => {
      // before the rest, so that who is led on is not asked about it
      kept.current = JSON.stringify(sent)
      return onSaved(answer)
    },
    onError: refuse,
    // a password perhaps: not remembered once its form is gone
    gcTime: 0,
  })
  useEffect(() => {
    if (Object.keys(mistakes).length > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [mistakes])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (saving.isPending) return
    const found = { ...missing(typed, required ?? {}), ...check?.(typed) }
    setMistakes(found)
    if (Object.keys(found).length === 0) saving.mutate(typed)
    else if (long) tell(texts.refusal.invalid)
  }
  const set = (change: Partial<T>) => setTyped((now) => ({ ...now, ...change }))
  /** The text under a field, if there is one. */
  const mistake = (name: string) => mistakes[name]?.[0]
  const field = (name: TextName<T>) => ({
    name,
    value: String(typed[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      // read now: by the time the state changes the event is over
      const { value } = event.currentTarget
      setTyped((now) => ({ ...now, [name]: value }))
    },
    error: mistake(name),
  })
  const isDirty = () => JSON.stringify(typed) !== kept.current
  /** Takes what was typed for not wanted any more. */
  const forget = () => {
    kept.current = JSON.stringify(typed)
  }
  /** Goes on from what the server made of it. */
  const restart = (from: T) => {
    kept.current = JSON.stringify(from)
    setTyped(from)
  }
  /** For the form itself. */
  const frame = { ref: place, onSubmit: submit, noValidate: true }
  return { typed, set, field, mistake, refuse, frame, submit, busy: saving.isPending, isDirty, forget, restart }
}

export type Form<T extends object> = ReturnType<typeof useForm<T, unknown>>

/** What each of these texts is told where it is empty. */
function missing(typed: object, required: Partial<Record<string, string>>): Mistakes {
  const values = new Map<string, unknown>(Object.entries(typed))
  const empty = Object.entries(required).filter(([name]) => !String(values.get(name)).trim())
  return Object.fromEntries(empty.map(([name, words = '']) => [name, [words]]))
}
