import { formatLongDate, longTimestamp } from '@chisholm/domain/dates'
import { useZone } from '../api/cached-provider.ts'

/** Date and time in the provider's time zone. */
export const DateTime = ({ at }: { at: string }) => <time dateTime={at}>{longTimestamp(at, useZone())}</time>

/** Date in the provider's time zone. */
export const DateOnly = ({ at }: { at: string }) => <time dateTime={at}>{formatLongDate(at, useZone())}</time>
