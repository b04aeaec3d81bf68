import { IconAlertTriangle, IconPhone } from '@tabler/icons-react'
import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { dangerLabels } from './card-danger-texts.ts'

interface DangerPillProps {
  danger: DangerLevel | null
  /** Where words do not fit, the icon stands alone; screen readers still read them. */
  iconOnly?: boolean
}

/** The danger level of a post-mortem on its card. */
export function DangerPill({ danger, iconOnly = false }: DangerPillProps) {
  if (!danger) return null
  const Icon = danger === 'stop' ? IconAlertTriangle : IconPhone
  if (iconOnly)
    return (
      <span className="visit-mark" title={dangerLabels[danger]}>
        <Icon size={15} stroke={2.2} aria-hidden />
        <span className="visually-hidden">{dangerLabels[danger]}</span>
      </span>
    )
  return (
    <span className="pill danger">
      <Icon size={15} stroke={2.2} aria-hidden />
      {dangerLabels[danger]}
    </span>
  )
}
