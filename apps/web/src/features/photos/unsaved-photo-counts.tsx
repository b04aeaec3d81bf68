import { IconCloudUp, IconDeviceMobile } from '@tabler/icons-react'
import { outboxTexts } from '../../outbox-texts.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import { photoTexts } from './photo-texts.ts'

/** Number of an animal's photos that exist only on this device. */
export function UnsavedPhotoCounts({ drafts }: { drafts: readonly PhotoDraft[] }) {
  const waiting = drafts.filter(({ waits }) => waits).length
  const unsaved = drafts.length - waiting
  return (
    <>
      {unsaved > 0 && (
        <span className="pill warn">
          <IconDeviceMobile size={15} stroke={2.2} aria-hidden />
          {photoTexts.waiting(unsaved)}
        </span>
      )}
      {waiting > 0 && (
        <span className="pill warn">
          <IconCloudUp size={15} stroke={2.2} aria-hidden />
          {photoTexts.count(waiting)}: {outboxTexts.waiting.toLowerCase()}
        </span>
      )}
    </>
  )
}
