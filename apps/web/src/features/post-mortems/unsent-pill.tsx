import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** Marks data that exists only on this device. */
export function UnsentPill({ entries }: { entries: readonly OutboxEntry[] }) {
  // An open form itself shows the change that it awaits.
  const unsent = new Set(useOutbox().unsent)
  if (!entries.some((entry) => unsent.has(entry))) return null
  if (entries.some(({ refusal }) => refusal))
    return (
      <span className="pill danger">
        <IconAlertTriangle size={15} stroke={2.2} aria-hidden />
        {entries.some(({ refusal }) => refusal && !refusal.conflict)
          ? outboxTexts.refused
          : postMortemTexts.conflict.title}
      </span>
    )
  return (
    <span className="pill warn">
      <IconCloudUp size={15} stroke={2.2} aria-hidden />
      {outboxTexts.waiting}
    </span>
  )
}
