import { IconAlertTriangle, IconPhone } from '@tabler/icons-react'
import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { dangerLabels } from './card-danger-texts.ts'

/** The danger level of a post-mortem on its card. */
export function DangerPill({ danger }: { danger: DangerLevel | null }) {
  if (!danger) return null
  const Icon = danger === 'stop' ? IconAlertTriangle : IconPhone
  return (
    <span className="pill danger">
      <Icon size={15} stroke={2.2} aria-hidden />
      {dangerLabels[danger]}
    </span>
  )
}
