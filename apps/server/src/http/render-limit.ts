import { limits } from '@chisholm/domain/constants'
import type { Context } from './context.ts'
import { consumeRateLimit } from './rate-limit.queries.ts'

/** Counts a PDF that is rendered for a user. @throws tooMany  the user has had too many rendered */
export const consumeRenderLimit = ({ db, person }: Pick<Context, 'db' | 'person'>) =>
  consumeRateLimit(db, ['report', person.id], limits.reports)
