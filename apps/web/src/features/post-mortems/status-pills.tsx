import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleHalf2,
  IconClock,
  IconPencil,
  IconUserX,
} from '@tabler/icons-react'
import type { Badge, Status } from '@chisholm/domain/status'

const statusStyles = {
  Draft: { look: 'draft', Icon: IconPencil },
  Pending: { look: 'pending', Icon: IconClock },
  'In Progress': { look: 'progress', Icon: IconCircleHalf2 },
  Completed: { look: 'done', Icon: IconCircleCheck },
} satisfies Record<Status, object>

const badgeStyles = {
  Overdue: { look: 'danger', Icon: IconAlertTriangle },
  'Not Scheduled': { look: 'warn', Icon: IconCalendarOff },
  'No Vet Assigned': { look: 'warn', Icon: IconUserX },
} satisfies Record<Badge, object>

/** Each status and badge has an icon and a word, because colour alone is not accessible. */
export function Pill({ text }: { text: Status | Badge }) {
  const { look, Icon } = { ...statusStyles, ...badgeStyles }[text]
  return (
    <span className={`pill ${look}`}>
      <Icon size={15} stroke={2.2} aria-hidden />
      {text}
    </span>
  )
}
