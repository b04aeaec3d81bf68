import { type Role, roles } from '@chisholm/domain/permissions'
import type { PostMortemId } from '../database/ids.ts'
import type { Letter } from '../jobs/jobs.ts'

export type Content = Pick<Letter, 'subject' | 'text' | 'html' | 'logo'>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

interface Draft {
  subject: string
  /** Paragraphs of plain text. */
  paragraphs: string[]
  link?: { text: string; url: string }
}

/** Writes a letter as text and as HTML from the same words; whatever people typed is escaped. */
function letter({ subject, paragraphs, link }: Draft, { provider, address, logo }: Site): Content {
  const line = subject.replace(/\s+/g, ' ')
  const foot = [provider, ...address.split('\n')].filter(Boolean)
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;background:#f6f4ee;font:16px/1.5 system-ui,sans-serif;color:#1c221e">',
    '<div style="max-width:560px;margin:0 auto;padding:24px">',
    logo !== null &&
      `<p><img src="cid:${logoId}" alt="${escaped(provider)}" style="max-width:200px;max-height:64px"></p>`,
    `<h1 style="font-size:20px">${escaped(line)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    link &&
      `<p><a href="${escaped(link.url)}" style="display:inline-block;background:#1d5641;color:#fff;padding:14px 20px;border-radius:12px;text-decoration:none;font-weight:600">${escaped(link.text)}</a></p>`,
    foot.length > 0 && `<p style="color:#545c56;font-size:14px">${foot.map(escaped).join('<br>')}</p>`,
    '</div></body></html>',
  ]
  const text = [...paragraphs, link && `${link.text}: ${link.url}`, foot.join('\n')]
  return {
    subject: line,
    text: text.filter(Boolean).join('\n\n'),
    html: html.filter(Boolean).join('\n'),
    ...(logo !== null && { logo }),
  }
}

/** Where and for whom letters are written; what the practice does not say of itself is empty. */
export interface Site {
  url: string
  provider: string
  address: string
  /** Key of the practice's logo. */
  logo: string | null
}

/** What a letter calls the logo that goes with it: nothing is loaded from elsewhere when it is opened. */
export const logoId = 'logo'

export interface TicketFacts {
  id: PostMortemId
  number: string
  place: string
  requester: string
  animals: number
  date: string | null
  vet: string | null
}

/** The link leads to the field of the code; the code itself stands in no address. */
export const resetCode = (site: Site, email: string, code: string) =>
  letter(
    {
      subject: 'Your verification code',
      paragraphs: [
        `Your verification code is ${code}`,
        'It is valid for 15 minutes. If you did not ask for it, do nothing.',
      ],
      link: {
        text: 'Reset my password',
        url: `${site.url}/u/reset?step=code&email=${encodeURIComponent(email)}`,
      },
    },
    site,
  )

export const passwordChanged = (site: Site) =>
  letter(
    {
      subject: 'Your password was changed',
      paragraphs: [
        'Your password was changed and your other sign-ins were ended.',
        'If this was not you, reset your password now.',
      ],
      link: { text: 'Reset my password', url: `${site.url}/u/reset` },
    },
    site,
  )

/** @param change  what happened, as a sentence */
export const protectionChanged = (site: Site, change: string) =>
  letter(
    {
      subject: 'How you sign in was changed',
      paragraphs: [change, 'If this was not you, reset your password now and call us.'],
      link: { text: 'Sign-in and security', url: `${site.url}/a/security` },
    },
    site,
  )

/** What somebody of a role will do here; of several roles the last of these counts. */
const purposes: Record<Role, (practice: string) => string> = {
  Client: () => 'You are invited to request and follow post-mortems online.',
  Veterinarian: (practice) =>
    `You are invited to work as a veterinarian with ${practice}: to take the requests for post-mortems, examine the animals and write the reports.`,
  Admin: (practice) =>
    `You are invited to run ${practice} on Chisholm: its customers, sites, people and settings. You can do all that its veterinarians do, too.`,
  SuperAdmin: (practice) =>
    `You are invited to run ${practice} on Chisholm: its customers, sites, people and settings, its Admins among them. You can do all that its veterinarians do, too.`,
}

const purposeOf = (invited: readonly Role[], practice: string) =>
  purposes[roles.findLast((role) => invited.includes(role)) ?? 'Client'](practice)

export const invitation = (site: Site, email: string, password: string, invited: readonly Role[]) =>
  letter(
    {
      subject: site.provider ? `${site.provider} invites you to Chisholm` : 'You are invited to Chisholm',
      paragraphs: [
        purposeOf(invited, site.provider || 'the practice'),
        `E-mail: ${email}`,
        `Temporary password: ${password}`,
        'It is valid for 7 days; you choose your own at the first sign-in.',
      ],
      link: { text: 'Sign in', url: `${site.url}/u/login` },
    },
    site,
  )

const namedAtMost = 20

/** @param tickets  their numbers, like CHM-12; the first are named */
export const withoutVeterinarian = (site: Site, name: string, tickets: string[]) => {
  const more = tickets.length - namedAtMost
  const named = [...tickets.slice(0, namedAtMost), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return letter(
    {
      subject:
        tickets.length === 1
          ? `${named} has no veterinarian any more`
          : `${tickets.length} post-mortems have no veterinarian any more`,
      paragraphs: [`${name} can no longer sign in, and nobody was chosen to take over.`, `Please assign: ${named}.`],
      link: { text: 'Open the inbox', url: `${site.url}/a/location/all/inbox` },
    },
    site,
  )
}

const animals = (count: number) => (count === 1 ? '1 animal' : `${count} animals`)

export const postMortemSent = (site: Site, ticket: TicketFacts) =>
  letter(
    {
      subject: `${ticket.number}: post-mortem requested, ${ticket.place}`,
      paragraphs: [`${ticket.requester} asks for a post-mortem of ${animals(ticket.animals)} at ${ticket.place}.`],
      link: { text: `Open ${ticket.number}`, url: `${site.url}/a/vet/ticketdetail/${ticket.id}` },
    },
    site,
  )

export const postMortemAssigned = (site: Site, ticket: TicketFacts) =>
  letter(
    {
      subject: `${ticket.number} is assigned to you`,
      paragraphs: [
        `The post-mortem of ${animals(ticket.animals)} at ${ticket.place} is assigned to you.`,
        ticket.date ? `Scheduled for ${ticket.date}.` : 'No date is set yet.',
      ],
      link: { text: `Open ${ticket.number}`, url: `${site.url}/a/vet/ticketdetail/${ticket.id}` },
    },
    site,
  )

export const postMortemScheduled = (site: Site, ticket: TicketFacts) =>
  letter(
    {
      subject: `${ticket.number} is scheduled for ${ticket.date ?? ''}`,
      paragraphs: [
        `The post-mortem at ${ticket.place} is scheduled for ${ticket.date ?? ''}${ticket.vet ? `, ${ticket.vet}` : ''}.`,
      ],
      link: { text: `Open ${ticket.number}`, url: `${site.url}/a/postmortem/${ticket.id}` },
    },
    site,
  )

export const postMortemCompleted = (site: Site, ticket: TicketFacts) =>
  letter(
    {
      subject: `${ticket.number} is completed`,
      paragraphs: [`The post-mortem at ${ticket.place} is completed. Its report is ready.`],
      link: { text: 'Open the report', url: `${site.url}/a/postmortem/${ticket.id}/report` },
    },
    site,
  )

export const testLetter = (site: Site, name: string) =>
  letter(
    {
      subject: 'Letters from Chisholm reach you',
      paragraphs: [`${name || 'Somebody'} sent this letter from the administration, to see whether letters arrive.`],
      link: { text: 'Open the installation', url: `${site.url}/a/admin/installation` },
    },
    site,
  )
