import { formatLongDate, longTimestamp } from '@chisholm/domain/dates'
import { useSiteZone } from './site-zone.tsx'

/** Date and time in the time zone of the site around, else of the practice. */
export const DateTime = ({ at }: { at: string }) => <time dateTime={at}>{longTimestamp(at, useSiteZone())}</time>

/** Date in the time zone of the site around, else of the practice. */
export const DateOnly = ({ at }: { at: string }) => <time dateTime={at}>{formatLongDate(at, useSiteZone())}</time>
