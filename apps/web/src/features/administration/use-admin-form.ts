import { useMutation } from '@tanstack/react-query'
import type { Mistakes } from '@chisholm/domain/mistakes'
import { texts } from '@chisholm/domain/texts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { adminTexts } from '../../admin-texts.ts'
import { ApiFailure } from '../../api/client.ts'
import { useLeaveGuard } from '../../ui/leave-guard.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'

interface AdminForm<T, Answer> {
  /** What stands in the fields at first. */
  before: T
  check: (typed: T) => Mistakes
  send: (typed: T) => Promise<Answer>
  /** What a failure is called that has no words of its own. */
  failed: string
  /** Called once what was typed is with the server. */
  onSaved: (answer: Answer) => void
}

/**
 * A form of the administration: what is typed stays whatever fails, mistakes stand under their fields, and leaving
 * with something unsaved asks first.
 */
export function useAdminForm<T, Answer>({ before, check, send, failed, onSaved }: AdminForm<T, Answer>) {
  const [typed, setTyped] = useState(before)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const kept = useRef(JSON.stringify(before))
  const guard: ReactNode = useLeaveGuard(() => JSON.stringify(typed) !== kept.current, adminTexts.typedIsLost)
  const saving = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => {
      kept.current = JSON.stringify(sent)
      setMistakes({})
      toast.success(texts.success.dataUpdated)
      onSaved(answer)
    },
    onError: (failure) => {
      if (failure instanceof ApiFailure) setMistakes(failure.errors)
      toast.failure(wordsOf(failure, failed))
    },
  })
  useEffect(() => {
    if (Object.keys(mistakes).length > 0) document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus()
  }, [mistakes])
  const save = () => {
    const found = check(typed)
    setMistakes(found)
    if (Object.keys(found).length > 0) toast.failure(texts.refusal.invalid)
    else saving.mutate(typed)
  }
  /** Lets one leave without a question: what was typed is not wanted any more. */
  const forget = () => {
    kept.current = JSON.stringify(typed)
  }
  /** Goes on from what the server made of it. */
  const restart = (from: T) => {
    kept.current = JSON.stringify(from)
    setTyped(from)
  }
  const set = (change: Partial<T>) => setTyped({ ...typed, ...change })
  /** The text under a field, if there is one. */
  const mistake = (field: string) => mistakes[field]?.[0]
  return { typed, set, mistake, save, isSaving: saving.isPending, forget, restart, guard }
}
