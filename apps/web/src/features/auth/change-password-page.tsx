import { Button, PasswordInput } from '@mantine/core'
import { passwordMistake } from '@chisholm/domain/password'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { useLeave } from '../../ui/leave.ts'
import { Page } from '../../ui/page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useRecentSignIn } from './use-recent-sign-in.tsx'

export function ChangePasswordPage() {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [errors, setErrors] = useState<{ password?: string; again?: string }>({})
  const leave = useLeave('/a')
  const { run, dialog } = useRecentSignIn()
  const save = async () => {
    const mistake = passwordMistake(password)
    if (mistake) return setErrors({ password: mistake })
    if (password.trim() !== repeated.trim()) return setErrors({ again: texts.validation.passwordsDoNotMatch })
    setErrors({})
    try {
      const update = { token: session.read()?.token, password: password.trim() }
      if ((await run(() => api.post('/auth/update-password', update))) === null) return
      toast.success(texts.success.passwordUpdated)
      leave()
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.updatePassword))
    }
  }
  const foot = (
    <>
      <Button variant="default" onClick={leave}>
        {uiTexts.back}
      </Button>
      <Button onClick={() => void save()}>Complete</Button>
    </>
  )
  return (
    <Page title={uiTexts.changePassword} foot={foot} ownHeading>
      <h1>{uiTexts.changePassword}</h1>
      <PasswordInput
        label="Set your new password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={errors.password}
      />
      <PasswordInput
        label="Repeat your new password"
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
        error={errors.again}
      />
      {dialog}
    </Page>
  )
}
