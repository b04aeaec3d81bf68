import type { Change } from './changes.queries.ts'

const reconnectMilliseconds = 3000
/** Fills the buffers of proxies that hold back the first kilobytes of a response. */
const padding = `: ${' '.repeat(2048)}\n`

/** A change after which anything may look different to its reader. */
export const everything = { kind: 'all', post_mortem_id: null, site_id: null, user_ids: null, vets_only: false }

/** The event id, from which a reader resumes its stream. */
export const eventId = ({ horizon, id, created_at }: Pick<Change, 'horizon' | 'id' | 'created_at'>): string =>
  `${horizon}-${id}-${Math.floor(Date.parse(created_at) / 1000)}`

/** An event that tells its reader of a change. */
export const formatEvent = ({ kind, post_mortem_id }: Pick<Change, 'kind' | 'post_mortem_id'>, id: string): string =>
  `id: ${id}\ndata: ${JSON.stringify({ kind, post_mortem_id })}\n\n`

/** The beginning of a stream, which resumes from this position if it breaks before the first event. */
export const formatStart = (position: string): string =>
  `${padding}retry: ${reconnectMilliseconds}\n${formatPosition(position)}`

/** Moves the position of a reader without telling it of a change. */
export const formatPosition = (position: string): string => `id: ${position}\n\n`
