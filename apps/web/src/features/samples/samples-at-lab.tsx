import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useZone } from '../../api/cached-provider.ts'
import { uiTexts } from '../../ui-texts.ts'
import { daysWaiting } from './days-waiting.ts'
import { waitingSamplesQuery } from './sample-queries.ts'
import { sampleTexts } from './sample-texts.ts'

/**
 * How many samples have no result, and for how long the first of them has been at the laboratory, as an item of a list
 * that leads to them. Empty if there are none.
 */
export function SamplesAtLab() {
  const zone = useZone()
  const { data: samples } = useQuery(waitingSamplesQuery(1))
  const [first] = samples?.data ?? []
  if (!samples || !first) return null
  return (
    <li>
      <Link to="/a/samples">{uiTexts.samples}</Link>
      <p>{sampleTexts.waiting.summary(samples.meta.total, daysWaiting(first, zone))}</p>
    </li>
  )
}
