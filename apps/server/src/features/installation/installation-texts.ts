export const installationTexts = {
  testEmailSent: (email: string) => `A letter to ${email} is on its way.`,
  emailsRetried: (count: number) =>
    count === 0
      ? 'No letter waits for another try.'
      : count === 1
        ? '1 letter is tried again now.'
        : `${count} letters are tried again now.`,
}
