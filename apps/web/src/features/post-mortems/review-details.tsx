import { formatLongDate, formatVisitAtSite } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { texts } from '@chisholm/domain/texts'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useZone } from '../../api/cached-provider.ts'
import { type DescriptionRow, DescriptionList } from '../../ui/description-list.tsx'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { visitTexts } from '../visits/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

const nameOf = (user: { first_name: string; last_name: string } | null) => user && fullName(user)

interface ReviewDetailsProps {
  postMortem: PostMortem
  /** False if the visit has a card of its own. */
  withVisit: boolean
}

/** The details of a post-mortem itself, without its animals. */
export function ReviewDetails({ postMortem, withVisit }: ReviewDetailsProps) {
  const [siteZone, zone] = [useSiteZone(), useZone()]
  const { veterinary_record: record } = postMortem
  const visitRows: DescriptionRow[] = [
    record.completed_at
      ? [postMortemTexts.completed, formatLongDate(record.completed_at, siteZone)]
      : [
          postMortemTexts.scheduled,
          record.scheduled_at ? formatVisitAtSite(record.scheduled_at, record.site, zone) : postMortemTexts.noDate,
        ],
    [postMortemTexts.vet, nameOf(record.scheduled_for) ?? nameOf(record.completed_by) ?? visitTexts.unassigned],
  ]
  const rows: DescriptionRow[] = [
    [postMortemTexts.created, formatLongDate(postMortem.created_at, siteZone)],
    [postMortemTexts.submittedBy, nameOf(record.requested_by) ?? nameOf(record.created_by)],
    [postMortemTexts.customerAndSite, `${postMortem.customer.name}: ${record.site.name}`],
    ...(withVisit ? visitRows : []),
    [postMortemTexts.visit, postMortem.no_vet_visit_requested === 1 ? postMortemTexts.noVisit : null],
    [postMortemTexts.photosMissing, postMortem.photos_missing_reason],
    [postMortemTexts.notes, postMortem.note ?? texts.empty.notes],
  ]
  return <DescriptionList className="description-list card" rows={rows} />
}
