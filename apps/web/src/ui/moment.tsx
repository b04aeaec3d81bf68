import { longDate, longMoment } from '@chisholm/domain/dates'
import { useZone } from '../api/practice.ts'

/** A moment to the minute, in the zone of the practice. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{longMoment(at, useZone())}</time>

/** The day of a moment in the zone of the practice. */
export const DateOf = ({ at }: { at: string }) => <time dateTime={at}>{longDate(at, useZone())}</time>
