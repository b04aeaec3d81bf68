// the browser takes its time to make one: not before a moment is shown
let format: Intl.DateTimeFormat | undefined

/** A moment to the minute, where it is read. */
export function Moment({ at }: { at: string }) {
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}
