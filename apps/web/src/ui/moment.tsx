import { longDate, longMoment } from '@chisholm/domain/dates'
import { useZone } from '../api/practice.ts'

/** Date and time in the provider's time zone. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{longMoment(at, useZone())}</time>

/** Date in the provider's time zone. */
export const DateOf = ({ at }: { at: string }) => <time dateTime={at}>{longDate(at, useZone())}</time>
