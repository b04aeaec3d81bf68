import { useEffect, useState } from 'react'
import { draftOwner } from '../../api/form-drafts.ts'
import { editingLockOf } from '../../api/web-locks.ts'

/** A form that was just closed in this tab is released within this time. */
const releaseTimeout = 300

interface EditingTab {
  /** Whether the form may be edited in this tab. Null until that is known. */
  isHere: boolean | null
  /** Continues the form in this tab, with what was typed in the other one. */
  takeOver: () => void
}

/**
 * Lets one tab at a time edit a form, because its draft belongs to all tabs and the later one would overwrite the other.
 * If the other tab closes the form, it opens here. Read the draft once `isHere` is true.
 */
export function useEditingTab(form: string): EditingTab {
  const [known, setKnown] = useState<{ form: string; isHere: boolean } | null>(null)
  const [request, setRequest] = useState({ steal: false })
  useEffect(() => {
    const closing = Promise.withResolvers<void>()
    const waiting = new AbortController()
    const timer = setTimeout(() => setKnown({ form, isHere: false }), releaseTimeout)
    const hold = () => {
      clearTimeout(timer)
      if (!waiting.signal.aborted) setKnown({ form, isHere: true })
      return closing.promise
    }
    const queue = () => {
      if (waiting.signal.aborted) return
      // Another tab has taken the form over.
      setKnown({ form, isHere: false })
      setRequest({ steal: false })
    }
    const options = request.steal ? request : { signal: waiting.signal }
    void navigator.locks.request(editingLockOf(draftOwner(), form), options, hold).catch(queue)
    return () => {
      clearTimeout(timer)
      waiting.abort()
      closing.resolve()
    }
  }, [form, request])
  return { isHere: known?.form === form ? known.isHere : null, takeOver: () => setRequest({ steal: true }) }
}
