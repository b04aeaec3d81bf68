export { calendarFeedRoutes } from './calendar-feeds.routes.ts'
