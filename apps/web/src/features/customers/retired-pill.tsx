import { IconArchive } from '@tabler/icons-react'
import { adminTexts } from '../../admin-texts.ts'

/** Says that a customer or site is offered no more; nothing when it is. */
export const RetiredPill = ({ retired }: { retired: number }) =>
  retired === 1 && (
    <span className="pill draft">
      <IconArchive size={15} aria-hidden />
      {adminTexts.places.retired}
    </span>
  )
