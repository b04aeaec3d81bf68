import { IconArchive } from '@tabler/icons-react'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'

export const RetiredPill = ({ retired }: { retired: number }) =>
  retired === 1 && (
    <span className="pill draft">
      <IconArchive size={15} aria-hidden />
      {customerOrSiteTexts.retired}
    </span>
  )
