/** Signing in, resetting and choosing a password. */
export const authTexts = {
  claim: 'Post-mortem requests for cattle',
  resetMyPassword: 'Reset my password',
  password: 'Password',
  reset: { title: 'Reset your password', done: 'Done', newCode: 'Ask for a new code' },
  newPassword: {
    label: 'Set your new password',
    repeat: 'Repeat your new password',
    rules: {
      long: 'At least 8 characters',
      notTooLong: 'At most 128 characters',
      capital: 'At least 1 capital letter',
      number: 'At least 1 number',
      special: 'At least 1 special character !@#$%^&*?',
    },
    notOwn: 'Not your own name or e-mail',
    notCommon: 'None of the commonest passwords: that is checked when you save.',
    kept: ': done',
    notKept: ': still to do',
  },
} as const
