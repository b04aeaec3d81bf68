export { createChangeFeed } from './change-feed.ts'
export { changesKeptFor, deleteOldChanges, renewChanges } from './changes.queries.ts'
export { createEventStreams } from './event-streams.ts'
export { eventRoutes } from './events.routes.ts'
