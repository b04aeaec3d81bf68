import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { notificationTexts } from './notification-texts.ts'
import { canPush, isPushed, startPush, stopPush } from './push.ts'

const texts = notificationTexts.push

/** Turns push notifications of this device on and off; renders nothing in browsers without push. */
export function PushSwitch() {
  const owner = useSession()?.uuid ?? ''
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (canPush()) isPushed(owner).then(setOn, () => setOn(false))
  }, [owner])
  if (!canPush()) return null
  const change = async (next: boolean) => {
    setBusy(true)
    try {
      if (!next) await stopPush()
      else if (!(await startPush(owner))) return toast.failure(texts.denied)
      setOn(next)
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Checkbox
      label={texts.label}
      checked={isOn}
      disabled={isBusy}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
