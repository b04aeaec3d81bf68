import { type DangerSign, strictestLevel } from '@chisholm/domain/danger-signs'
import { clientPostMortemPath, reportPath, vetPostMortemPath } from '@chisholm/domain/page-paths'
import { type Role, roles } from '@chisholm/domain/permissions'
import { plural } from '@chisholm/domain/plural'
import type { PostMortemId } from '../database/ids.ts'
import type { Email } from '../jobs/jobs.ts'

export type RenderedEmail = Pick<Email, 'subject' | 'text' | 'html' | 'logo'>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** A text inside HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

interface EmailContent {
  subject: string
  paragraphs: string[]
  link?: { text: string; url: string }
}

/** Renders an e-mail as text and as HTML from the same content. User input is escaped. */
function renderEmail(
  { subject, paragraphs, link }: EmailContent,
  { provider, address, logo }: EmailSender,
): RenderedEmail {
  const line = subject.replace(/\s+/g, ' ')
  const footer = [provider, ...address.split('\n')].filter(Boolean)
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;background:#f6f4ee;font:16px/1.5 system-ui,sans-serif;color:#1c221e">',
    '<div style="max-width:560px;margin:0 auto;padding:24px">',
    logo !== null &&
      `<p><img src="cid:${logoId}" alt="${escapeHtml(provider)}" style="max-width:200px;max-height:64px"></p>`,
    `<h1 style="font-size:20px">${escapeHtml(line)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    link &&
      `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;background:#1d5641;color:#fff;padding:14px 20px;border-radius:12px;text-decoration:none;font-weight:600">${escapeHtml(link.text)}</a></p>`,
    footer.length > 0 && `<p style="color:#545c56;font-size:14px">${footer.map(escapeHtml).join('<br>')}</p>`,
    '</div></body></html>',
  ]
  const text = [...paragraphs, link && `${link.text}: ${link.url}`, footer.join('\n')]
  return {
    subject: line,
    text: text.filter(Boolean).join('\n\n'),
    html: html.filter(Boolean).join('\n'),
    ...(logo !== null && { logo }),
  }
}

/** The details of the practice. Those that are not set are empty. */
export interface EmailSender {
  url: string
  provider: string
  address: string
  /** The key under which the logo is stored, or null. */
  logo: string | null
}

/** Content-ID of the logo. The e-mail carries it as an attachment, so that opening it loads nothing from a server. */
export const logoId = 'logo'

export interface PostMortemValues {
  id: PostMortemId
  number: string
  location: string
  requester: string
  animals: number
  dangerSigns: Pick<DangerSign, 'name' | 'advice' | 'level'>[]
  date: string | null
  vet: string | null
}

/** The link opens the form for the code. The URL does not contain the code itself. */
export const resetCode = (sender: EmailSender, email: string, code: string) =>
  renderEmail(
    {
      subject: 'Your verification code',
      paragraphs: [
        `Your verification code is ${code}`,
        'It is valid for 15 minutes. If you did not ask for it, do nothing.',
      ],
      link: {
        text: 'Reset my password',
        url: `${sender.url}/u/reset?step=code&email=${encodeURIComponent(email)}`,
      },
    },
    sender,
  )

export const passwordChanged = (sender: EmailSender) =>
  renderEmail(
    {
      subject: 'Your password was changed',
      paragraphs: [
        'Your password was changed and your other sign-ins were ended.',
        'If this was not you, reset your password now.',
      ],
      link: { text: 'Reset my password', url: `${sender.url}/u/reset` },
    },
    sender,
  )

/** @param change  a sentence that says what happened */
export const protectionChanged = (sender: EmailSender, change: string) =>
  renderEmail(
    {
      subject: 'How you sign in was changed',
      paragraphs: [change, 'If this was not you, reset your password now and call us.'],
      link: { text: 'Sign-in and security', url: `${sender.url}/a/security` },
    },
    sender,
  )

/** The text of an invitation for each role. The highest role of the user counts. */
const rolePurposes: Record<Role, (practice: string) => string> = {
  Client: () => 'You are invited to request and follow post-mortems online.',
  Veterinarian: (practice) =>
    `You are invited to work as a veterinarian with ${practice}: to take the requests for post-mortems, examine the animals and write the reports.`,
  Admin: (practice) =>
    `You are invited to run ${practice} on Chisholm: its customers, sites, people and settings. You can do all that its veterinarians do, too.`,
  SuperAdmin: (practice) =>
    `You are invited to run ${practice} on Chisholm: its customers, sites, people and settings, its Admins among them. You can do all that its veterinarians do, too.`,
}

const describePurpose = (invited: readonly Role[], practice: string) =>
  rolePurposes[roles.findLast((role) => invited.includes(role)) ?? 'Client'](practice)

export const invitation = (sender: EmailSender, email: string, password: string, invited: readonly Role[]) =>
  renderEmail(
    {
      subject: sender.provider ? `${sender.provider} invites you to Chisholm` : 'You are invited to Chisholm',
      paragraphs: [
        describePurpose(invited, sender.provider || 'the practice'),
        `E-mail: ${email}`,
        `Temporary password: ${password}`,
        'It is valid for 7 days; you choose your own at the first sign-in.',
      ],
      link: { text: 'Sign in', url: `${sender.url}/u/login` },
    },
    sender,
  )

const maxNamedPostMortems = 20

/** @param postMortems  ticket numbers like CHM-12; only the first ones are named in the e-mail */
export const withoutVeterinarian = (sender: EmailSender, name: string, postMortems: string[]) => {
  const more = postMortems.length - maxNamedPostMortems
  const named = [...postMortems.slice(0, maxNamedPostMortems), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return renderEmail(
    {
      subject:
        postMortems.length === 1
          ? `${named} has no veterinarian any more`
          : `${postMortems.length} post-mortems have no veterinarian any more`,
      paragraphs: [
        `${name} can take no more post-mortems, and nobody was chosen to take over.`,
        `Please assign: ${named}.`,
      ],
      link: { text: 'Open the inbox', url: `${sender.url}/a/location/all/inbox` },
    },
    sender,
  )
}

const animals = (count: number) => plural(count, '1 animal', `${count} animals`)

/** Subject of a request: urgent if an animal has a danger sign. */
function subjectOfRequest({ number, location, dangerSigns }: PostMortemValues): string {
  const danger = strictestLevel(dangerSigns)
  if (danger === 'stop') return `URGENT: ${number}: danger sign, do not open, ${location}`
  return danger === 'call'
    ? `URGENT: ${number}: danger sign, please call, ${location}`
    : `${number}: post-mortem requested, ${location}`
}

export const postMortemSent = (sender: EmailSender, postMortem: PostMortemValues) =>
  renderEmail(
    {
      subject: subjectOfRequest(postMortem),
      paragraphs: [
        `${postMortem.requester} asks for a post-mortem of ${animals(postMortem.animals)} at ${postMortem.location}.`,
        ...postMortem.dangerSigns.map(({ name, advice }) => [`${name}.`, advice].filter(Boolean).join(' ')),
        ...(postMortem.dangerSigns.length > 0 ? ['Chisholm has not notified any authority.'] : []),
      ],
      link: { text: `Open ${postMortem.number}`, url: `${sender.url}${vetPostMortemPath(postMortem.id)}` },
    },
    sender,
  )

export const postMortemAssigned = (sender: EmailSender, postMortem: PostMortemValues) =>
  renderEmail(
    {
      subject: `${postMortem.number} is assigned to you`,
      paragraphs: [
        `The post-mortem of ${animals(postMortem.animals)} at ${postMortem.location} is assigned to you.`,
        postMortem.date ? `Scheduled for ${postMortem.date}.` : 'No date is set yet.',
      ],
      link: { text: `Open ${postMortem.number}`, url: `${sender.url}${vetPostMortemPath(postMortem.id)}` },
    },
    sender,
  )

export const postMortemScheduled = (sender: EmailSender, postMortem: PostMortemValues) =>
  renderEmail(
    {
      subject: `${postMortem.number} is scheduled for ${postMortem.date ?? ''}`,
      paragraphs: [
        `The post-mortem at ${postMortem.location} is scheduled for ${postMortem.date ?? ''}${postMortem.vet ? `, ${postMortem.vet}` : ''}.`,
      ],
      link: { text: `Open ${postMortem.number}`, url: `${sender.url}${clientPostMortemPath(postMortem.id)}` },
    },
    sender,
  )

export const postMortemCompleted = (sender: EmailSender, postMortem: PostMortemValues) =>
  renderEmail(
    {
      subject: `${postMortem.number} is completed`,
      paragraphs: [`The post-mortem at ${postMortem.location} is completed. Its report is ready.`],
      link: { text: 'Open the report', url: `${sender.url}${reportPath(clientPostMortemPath(postMortem.id))}` },
    },
    sender,
  )

/** The e-mail of a notification without its own template. @param notice.link  path in the web app */
export const notificationEmail = (sender: EmailSender, notice: { title: string; text: string; link: string }) =>
  renderEmail(
    {
      subject: notice.text ? `${notice.title}, ${notice.text}` : notice.title,
      paragraphs: [`${notice.title}.`, notice.text],
      link: { text: 'Open in Chisholm', url: `${sender.url}${notice.link}` },
    },
    sender,
  )

const maxInDigest = 50

/** The unread notifications of a day. */
export const digest = (sender: EmailSender, notices: { title: string; text: string }[]) => {
  const more = notices.length - maxInDigest
  return renderEmail(
    {
      subject: `Your day: ${plural(notices.length, '1 unread message', `${notices.length} unread messages`)}`,
      paragraphs: [
        ...notices.slice(0, maxInDigest).map(({ title, text }) => [title, text].filter(Boolean).join(', ')),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      link: { text: 'Open Chisholm', url: `${sender.url}/a/` },
    },
    sender,
  )
}

/** Figures of a period, with the PDF attached. @param summary.link  path in the web app */
export const summaryEmail = (sender: EmailSender, summary: { title: string; headline: string; link: string }) =>
  renderEmail(
    {
      subject: summary.title,
      paragraphs: [summary.headline, 'The figures that you may see are in the attached PDF, with charts and tables.'],
      link: { text: 'Open insight', url: `${sender.url}${summary.link}` },
    },
    sender,
  )

export const testEmail = (sender: EmailSender, name: string) =>
  renderEmail(
    {
      subject: 'E-mails from Chisholm reach you',
      paragraphs: [`${name || 'Somebody'} sent this e-mail from the administration to test whether e-mails arrive.`],
      link: { text: 'Open the installation', url: `${sender.url}/a/admin/installation` },
    },
    sender,
  )
