import { Button } from '@mantine/core'
import { CardSection } from '../../ui/card-section.tsx'
import type { VisibleUser } from './queries.ts'
import { useAccountActions } from './use-account-actions.tsx'
import { userTexts } from './user-texts.ts'

/** The status of an account, and what an Admin can do with it. */
export function AccountSection({ user }: { user: VisibleUser }) {
  const { actions, isBusy, dialogs } = useAccountActions(user)
  return (
    <CardSection title={userTexts.signIn} hint={userTexts.hints[user.status ?? 'active']}>
      <div className="part-actions">
        {actions
          .filter(({ may }) => may)
          .map(({ text, act, isDangerous }) => (
            <Button
              key={text}
              {...(isDangerous ? { variant: 'subtle', color: 'red' } : { variant: 'default' })}
              disabled={isBusy}
              onClick={() => void act()}
            >
              {text}
            </Button>
          ))}
      </div>
      {dialogs}
    </CardSection>
  )
}
