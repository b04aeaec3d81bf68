import { IconBan, IconCircleCheck, IconMail } from '@tabler/icons-react'
import type { User } from '@chisholm/domain/shapes'
import { userTexts } from './user-texts.ts'

const looks = {
  active: { look: 'done', Icon: IconCircleCheck },
  invited: { look: 'pending', Icon: IconMail },
  disabled: { look: 'danger', Icon: IconBan },
} satisfies Record<User['status'], object>

/** The account status, as icon and text. */
export function StatusPill({ status }: { status: User['status'] }) {
  const { look, Icon } = looks[status]
  return (
    <span className={`pill ${look}`}>
      <Icon size={15} stroke={2.2} aria-hidden />
      {userTexts.statuses[status]}
    </span>
  )
}
