import './card-clock.css'
import { IconHourglassEmpty, IconHourglassHigh, IconHourglassLow, IconHourglassOff } from '@tabler/icons-react'
import { type CarcassBand, type Clock, defaultCarcassLimits, type CarcassLimits } from '@chisholm/domain/carcass'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { clockTexts } from './card-clock-texts.ts'

const bandStyles = {
  fresh: { look: 'done', Icon: IconHourglassHigh },
  fading: { look: 'pending', Icon: IconHourglassLow },
  poor: { look: 'danger', Icon: IconHourglassEmpty },
  late: { look: 'draft', Icon: IconHourglassOff },
} satisfies Record<CarcassBand, object>

interface ClockPillProps {
  /** Computes the current clock. It is called again every minute. */
  clockAt: (limits: CarcassLimits, now: Date) => Clock | null
}

/** Shows how fresh a carcass is, and a countdown until opening it is no longer worthwhile. */
export function ClockPill({ clockAt }: ClockPillProps) {
  const now = useMinute()
  const clock = clockAt(useCachedProvider() ?? defaultCarcassLimits, now)
  if (!clock) return null
  const { look, Icon } = bandStyles[clock.band]
  return (
    <span className={`pill ${look}`}>
      <Icon size={15} stroke={2.2} aria-hidden />
      <span className="visually-hidden">{clockTexts.label} </span>
      <ClockText band={clock.band} left={clock.examineBy.getTime() - now.getTime()} />
    </span>
  )
}

/**
 * Says how fresh a carcass is and how much time is left. A narrow card hides the details.
 * @param left  milliseconds until opening is of little use; negative after that
 */
const ClockText = ({ band, left }: { band: CarcassBand; left: number }) =>
  left < 0 ? (
    <span>
      {clockTexts.bands[band]}
      <span className="pill-detail"> · {clockTexts.since(-left)}</span>
    </span>
  ) : (
    <span>
      <span className="pill-detail">{clockTexts.bands[band]} · </span>
      {clockTexts.span(left)}
      <span className="pill-unit">{clockTexts.left}</span>
    </span>
  )
