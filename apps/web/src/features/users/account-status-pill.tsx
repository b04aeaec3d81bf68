import { IconBan, IconCircleCheck, IconMail } from '@tabler/icons-react'
import type { User } from '@chisholm/domain/schemas/users'
import { userTexts } from './user-texts.ts'

const pillStyles = {
  active: { pillClass: 'done', Icon: IconCircleCheck },
  invited: { pillClass: 'pending', Icon: IconMail },
  disabled: { pillClass: 'danger', Icon: IconBan },
} satisfies Record<User['status'], object>

/** The status of an account as icon and text. */
export function AccountStatusPill({ status }: { status: User['status'] }) {
  const { pillClass, Icon } = pillStyles[status]
  return (
    <span className={`pill ${pillClass}`}>
      <Icon size={15} stroke={2.2} aria-hidden />
      {userTexts.statuses[status]}
    </span>
  )
}
