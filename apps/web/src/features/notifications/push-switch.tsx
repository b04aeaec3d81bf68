import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { useLastChoice } from '../../ui/use-last-choice.ts'
import { notificationTexts } from './notification-texts.ts'
import { canPush, isPushed, startPush, stopPush } from './push.ts'

const texts = notificationTexts.push

/** Turns push notifications of this device on and off; renders nothing in browsers without push. */
export function PushSwitch() {
  const owner = useSession()?.uuid ?? ''
  const [isSubscribed, setSubscribed] = useState(false)
  useEffect(() => {
    if (canPush()) isPushed(owner).then(setSubscribed, () => setSubscribed(false))
  }, [owner])
  const { isOn, choose } = useLastChoice(isSubscribed, async (next) => {
    try {
      if (!next) await stopPush()
      else if (!(await startPush(owner))) return toast.failure(texts.denied)
      setSubscribed(next)
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failed))
    }
  })
  if (!canPush()) return null
  return <Checkbox label={texts.label} checked={isOn} onChange={(event) => void choose(event.currentTarget.checked)} />
}
