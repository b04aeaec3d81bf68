import './visit-warning.css'
import { IconAlertTriangle, IconHourglassOff } from '@tabler/icons-react'
import { plannerTexts } from './planner-texts.ts'

const warnings = {
  clash: { text: plannerTexts.clash, Icon: IconAlertTriangle },
  afterClock: { text: plannerTexts.afterClock, Icon: IconHourglassOff },
}

interface VisitWarningProps {
  kind: keyof typeof warnings
  /** Where words do not fit, the icon stands alone; screen readers still read them. */
  iconOnly?: boolean
}

/** A warning about a planned visit on its card. */
export function VisitWarning({ kind, iconOnly = false }: VisitWarningProps) {
  const { text, Icon } = warnings[kind]
  return (
    <span className={iconOnly ? 'visit-mark' : 'visit-warning'} title={iconOnly ? text : undefined}>
      <Icon size={15} stroke={2.2} aria-hidden />
      <span className={iconOnly ? 'visually-hidden' : undefined}>{text}</span>
    </span>
  )
}
