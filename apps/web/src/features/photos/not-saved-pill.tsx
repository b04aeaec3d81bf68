import { IconDeviceMobile } from '@tabler/icons-react'
import { uiTexts } from '../../ui-texts.ts'

/** How many photos of an animal lie on this device alone; nothing when there are none. */
export const NotSavedPill = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="pill warn">
      <IconDeviceMobile size={15} stroke={2.2} aria-hidden />
      {uiTexts.photos.waiting(count)}
    </span>
  )
