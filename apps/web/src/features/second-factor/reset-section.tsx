import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { mayResetSecondFactor, type Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useForm } from '../../ui/use-form.ts'
import type { VisibleUser } from '../users/index.ts'
import { uiTexts } from '../../ui-texts.ts'
import { SecuritySection } from './security-section.tsx'
import { useResetSecondFactor } from './use-reset-second-factor.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

async function findUserByEmail(email: string): Promise<VisibleUser | undefined> {
  const { data } = await api.get('/users', { 'filter[email]': email, per_page: constants.maxPageSize })
  return data.find((user) => user.email?.toLowerCase() === email.toLowerCase())
}

/** Lets Admins remove the second factor of a user who lost it. */
export function ResetSection({ currentUser }: { currentUser: { id: string; roles: readonly Role[] } }) {
  const { change, reset, dialogs } = useResetSecondFactor()
  const form = useForm({
    initialValues: { email: '' },
    required: { email: texts.validation.emailRequired },
    onSubmit: ({ email }) => change(async () => (await findUserByEmail(email.trim())) ?? 'nobody'),
    failureText: texts.failure.protection,
    onSuccess: async (user) => {
      if (user === null) return
      if (user === 'nobody') form.setErrors({ email: [secondFactorTexts.nobody] })
      else if (!mayResetSecondFactor(currentUser, user)) form.setErrors({ email: [texts.refusal.forbidden] })
      else if (await reset(user)) form.resetTo({ email: '' })
    },
  })
  return (
    <SecuritySection title={secondFactorTexts.lostFactor} hint={secondFactorTexts.lostFactorHint}>
      <form className="stack" {...form.formProps}>
        <TextInput label={uiTexts.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {secondFactorTexts.removeFactor}
        </Button>
      </form>
      {dialogs}
    </SecuritySection>
  )
}
