import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outboxTexts } from '../../outbox-texts.ts'

/** Marks data that exists on this device only. */
export function UnsentPill({ entries }: { entries: readonly OutboxEntry[] }) {
  if (entries.length === 0) return null
  if (entries.some(({ refusal }) => refusal))
    return (
      <span className="pill danger">
        <IconAlertTriangle size={15} stroke={2.2} aria-hidden />
        {outboxTexts.refused}
      </span>
    )
  return (
    <span className="pill warn">
      <IconCloudUp size={15} stroke={2.2} aria-hidden />
      {outboxTexts.waiting}
    </span>
  )
}
