let format: Intl.DateTimeFormat | undefined

/** Takes the browser its time the first time: not before a moment is shown. */
function written(moment: string): string {
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(moment))
}

/** A moment to the minute, where it is read. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{written(at)}</time>
