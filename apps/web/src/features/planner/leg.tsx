import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { useCachedProvider, useZone } from '../../api/cached-provider.ts'
import { plannerTexts } from './planner-texts.ts'
import { formatDriveTime } from './planner-week.ts'
import { arrivalText, type DayStop, isTooFar } from './stops.ts'

const { day: dayTexts } = plannerTexts

interface LegProps {
  /** Null if coordinates are unknown. */
  km: number | null
  from: DayStop | undefined
  to: DayStop
  /** Whether the veterinarian has been at the stop that it leads to. */
  isOver: boolean
}

/** The drive between two stops, with a warning if it takes longer than the time between them. */
export function Leg({ km, from, to, isOver }: LegProps) {
  const speed = useCachedProvider()?.travel_speed_kmh ?? constants.provider.travelSpeed.default
  const zone = useZone()
  if (km === null) return null
  const minutes = (km / speed) * 60
  const drive = dayTexts.leg(String(Math.round(km)), formatDriveTime(minutes))
  if (from && !isOver && isTooFar(from, to, minutes, zone))
    return (
      <p className="leg is-late">
        <IconAlertTriangle size={18} aria-hidden />
        <span>
          {drive}
          <b>{dayTexts.cannotArrive(arrivalText(to, zone))}</b>
        </span>
      </p>
    )
  return (
    <p className="leg hint">
      <IconArrowDown size={16} aria-hidden /> {drive}
    </p>
  )
}
