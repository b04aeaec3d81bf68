import { IconArchive } from '@tabler/icons-react'
import { adminTexts } from '../../admin-texts.ts'

export const RetiredPill = ({ retired }: { retired: number }) =>
  retired === 1 && (
    <span className="pill draft">
      <IconArchive size={15} aria-hidden />
      {adminTexts.places.retired}
    </span>
  )
