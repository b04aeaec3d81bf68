import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { ApiFailure } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { usePlacesChanged } from './admin-queries.ts'

interface PlaceActionsProps {
  name: string
  retired: number
  setRetired: (retired: 0 | 1) => Promise<unknown>
  remove: () => Promise<unknown>
  /** Redirect target after deletion. */
  afterwards: string
}

/** Retires, restores or deletes a customer or site. */
export function PlaceActions({ name, retired, setRetired, remove, afterwards }: PlaceActionsProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { ask, dialog } = useConfirm()
  const navigate = useNavigate()
  const placesChanged = usePlacesChanged()
  const attempt = async (act: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(true)
    setRefusal(null)
    try {
      await act()
      toast.success(done)
    } catch (failure) {
      // shown as a banner: the reason takes longer to read than a toast stays
      if (failure instanceof ApiFailure && failure.status === 409) setRefusal(failure.message)
      else toast.failure(wordsOf(failure, failed))
    } finally {
      setBusy(false)
    }
  }
  const change = (next: 0 | 1) => async () => {
    await setRetired(next)
    await placesChanged()
  }
  const removeAndLeave = async () => {
    await remove()
    await navigate({ to: afterwards, replace: true })
    await placesChanged()
  }
  const retire = async () => {
    if (
      !(await ask({
        title: customerOrSiteTexts.askRetire(name),
        text: customerOrSiteTexts.retireFollows,
        verb: customerOrSiteTexts.retire,
      }))
    )
      return
    await attempt(change(1), customerOrSiteTexts.isRetired(name), customerOrSiteTexts.failedToChange)
  }
  const restore = () => attempt(change(0), customerOrSiteTexts.isBack(name), customerOrSiteTexts.failedToChange)
  const deletePlace = async () => {
    const question = {
      title: customerOrSiteTexts.askDelete(name),
      text: customerOrSiteTexts.deleteFollows,
      verb: uiTexts.delete,
      dangerous: true,
    }
    if (await ask(question))
      await attempt(removeAndLeave, customerOrSiteTexts.isDeleted(name), customerOrSiteTexts.failedToDelete)
  }
  return (
    <Part
      title={customerOrSiteTexts.actions}
      hint={retired ? customerOrSiteTexts.restoreHint : customerOrSiteTexts.retireHint}
    >
      {refusal && (
        <p className="banner danger" role="alert">
          {refusal}
        </p>
      )}
      <div className="actions">
        <Button variant="default" disabled={busy} onClick={() => void (retired ? restore() : retire())}>
          {retired ? customerOrSiteTexts.restore : customerOrSiteTexts.retire}
        </Button>
        <Button variant="subtle" color="red" disabled={busy} onClick={() => void deletePlace()}>
          {uiTexts.delete}
        </Button>
      </div>
      {dialog}
    </Part>
  )
}
