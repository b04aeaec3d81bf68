export const installationTexts = {
  testEmailSent: (email: string) => `An e-mail to ${email} is on its way.`,
  emailsRetried: (count: number) =>
    count === 0
      ? 'No e-mail is waiting to be retried.'
      : count === 1
        ? '1 e-mail is being retried now.'
        : `${count} e-mails are being retried now.`,
}
