import { type Day, dayOf, isDay, type Zone } from '@chisholm/domain/dates'
import { serverNow } from '../../api/server-clock.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { visitTexts } from './visit-texts.ts'

const { title, yes: confirmLabel, no: cancelLabel } = visitTexts.past

/** Asks before a visit is scheduled for a day that has passed at its site. Render `pastDialog`. */
export function useAskBeforePast() {
  const { ask, dialog: pastDialog } = useConfirm()
  /** @param zone  of the site */
  const mayScheduleOn = async (day: Day | null, zone: Zone): Promise<boolean> =>
    day === null || !isDay(day) || day >= dayOf(serverNow(), zone) || (await ask({ title, confirmLabel, cancelLabel }))
  return { mayScheduleOn, pastDialog }
}
