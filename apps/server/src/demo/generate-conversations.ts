import { type CommentId, newId, type PostMortemId, type UserId } from '../database/ids.ts'

/** A message, with the minutes since the request was sent. */
interface DemoMessage {
  minutes: number
  by: 'client' | 'vet'
  internal?: boolean
  text: string
}

const conversations: DemoMessage[][] = [
  [
    {
      minutes: 4,
      by: 'client',
      text: 'She was bawling at the bunk last night and off her feed. Two pen mates cough, too.',
    },
    {
      minutes: 11,
      by: 'vet',
      internal: true,
      text: 'Third respiratory case from this yard this month. Take lung for culture.',
    },
    {
      minutes: 14,
      by: 'vet',
      text: 'Thank you. Please leave her in the shade and keep the pen mates where they are: I look at them as well.',
    },
    { minutes: 16, by: 'client', text: 'Will do. The gate by the scale house is open.' },
  ],
  [
    { minutes: 6, by: 'vet', text: 'Could you add a photo of the left flank before you move her?' },
    { minutes: 19, by: 'client', text: 'Just did.' },
  ],
  [
    {
      minutes: 9,
      by: 'vet',
      internal: true,
      text: 'The owner asked for a copy for the insurance. Send it once the report is final.',
    },
  ],
]

interface DemoPostMortem {
  id: PostMortemId
  requested_at: Date | null
  created_by_id: UserId
  scheduled_for_id: UserId | null
}

/** The conversations about the newest of these tickets that have a veterinarian. */
export function generateConversations(tickets: DemoPostMortem[]) {
  const assigned = tickets.filter(({ requested_at, scheduled_for_id }) => requested_at && scheduled_for_id)
  return conversations.flatMap((messages, index) => {
    const ticket = assigned.at(-1 - index)
    const [from, vetId] = [ticket?.requested_at, ticket?.scheduled_for_id]
    if (!ticket || !from || !vetId) return []
    return messages.map(({ minutes, by, internal = false, text }) => {
      const created_at = new Date(from.getTime() + minutes * 60_000)
      return {
        id: newId<CommentId>(created_at.getTime()),
        post_mortem_id: ticket.id,
        text,
        internal,
        created_by_id: by === 'vet' ? vetId : ticket.created_by_id,
        created_at,
      }
    })
  })
}
