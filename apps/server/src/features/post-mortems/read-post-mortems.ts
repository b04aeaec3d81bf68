import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { SessionReader } from '../../http/authentication.ts'
import type { Context, SignedInUser } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { notFound } from '../../http/app-error.ts'
import * as queries from './post-mortems.queries.ts'
import { contentOfPostMortem, presentPostMortems } from './post-mortem-presenter.ts'
import type { PhotoOfAnimal } from './animal-rows.queries.ts'
import * as cards from './post-mortem-cards.queries.ts'
import { readTotalOf } from './post-mortem-pagination.queries.ts'
import type { PostMortemListRequest } from './post-mortem-filters.ts'

interface ProviderContext {
  db: Executor
  provider: Services['provider']
}

/** Lists the tickets the user may see. @returns the page and the total */
export async function listPostMortems(
  ctx: Context,
  list: PostMortemListRequest,
): Promise<{ total: number; postMortems: PostMortem[] }> {
  const { total, rows } = await queries.readPostMortemPage(ctx.db, ctx.person.sites, list)
  return { total, postMortems: await presentPostMortems(ctx, rows) }
}

/** Lists the same tickets as cards. @param query  the query string as sent */
export async function listCards(
  session: SessionReader,
  list: PostMortemListRequest,
  { query, withVisit }: { query: string; withVisit: boolean },
) {
  // a date maps to another timestamp if the practice changes its time zone
  const isFixed = list.filters.every(({ type, op }) => (type !== 'time' && type !== 'day') || op === 'isnull')
  const page =
    (await session.run(
      ({ sites }) => cards.cardPageInOneStatement(session.db, sites, list, withVisit),
      isFixed ? query : undefined,
    )) ?? (await readCards(await session.checkedContext(), list, withVisit))
  const total = page.total ?? (await readTotal(await session.checkedContext(), list, page.count))
  return { ...page, total }
}
const readCards = ({ db, person }: Context, list: PostMortemListRequest, withVisit: boolean) =>
  cards.readCardPage(db, person.sites, list, withVisit)
const readTotal = ({ db, person }: Context, list: PostMortemListRequest, count: number) =>
  readTotalOf(db, person.sites, list, count)

/** Reads a ticket, and what its ETag is a hash of. @throws notFound  it does not exist, or the user may not see it */
export async function readPostMortem(
  ctx: ProviderContext & { person: Pick<SignedInUser, 'sites'> },
  id: PostMortemId,
): Promise<{ postMortem: PostMortem; content: object }> {
  const row = await queries.postMortemById(ctx.db, ctx.person.sites, id)
  const postMortem = await presentFound(ctx, row)
  return { postMortem, content: contentOfPostMortem(row?.post_mortem.version ?? 0, postMortem) }
}

/**
 * Reads a ticket and, if wanted, the photos of its animals, and checks the session in the same statement.
 * @throws notFound  it does not exist, or the user may not see it
 */
export async function readPostMortemWithPhotos(
  session: SessionReader,
  id: PostMortemId,
  withPhotos: boolean,
): Promise<{ postMortem: PostMortem; content: object; photos: PhotoOfAnimal[] }> {
  const found = await session.run(({ sites }) =>
    queries.postMortemTemplate(session.db, sites, id, withPhotos ? 'one with photos' : 'one'),
  )
  if (!found) throw notFound()
  const { animals, version } = found.post_mortem
  const photos = animals.flatMap(({ medias = [] }) => medias)
  const postMortem = await presentFound(await session.checkedContext(), found)
  return { postMortem, content: contentOfPostMortem(version, postMortem), photos }
}

/** A ticket for its report, the same for every reader. @throws notFound  it was deleted */
export const readForReport = async (ctx: ProviderContext, id: PostMortemId): Promise<PostMortem> =>
  presentFound(ctx, await queries.postMortemForReport(ctx.db, id))

/** @throws notFound  the row is undefined */
async function presentFound(ctx: ProviderContext, row: queries.PostMortemRow | undefined): Promise<PostMortem> {
  const [postMortem] = row ? await presentPostMortems(ctx, [row]) : []
  if (!postMortem) throw notFound()
  return postMortem
}
