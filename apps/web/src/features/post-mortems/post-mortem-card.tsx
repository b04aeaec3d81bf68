import { IconCalendar, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dayOf, formatVisitAtSite, type Zone, zoneOfSite } from '@chisholm/domain/dates'
import { formatRecentDay, formatShortVisit } from '@chisholm/domain/short-dates'
import type { AnimalCard, PostMortemCard as Card } from '@chisholm/domain/schemas/post-mortems'
import { badgeOf } from '@chisholm/domain/status'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useZone } from '../../api/cached-provider.ts'
import { CattleIcon } from '../../ui/logo.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { clockOfCard, diagnosesOf } from './card-animals.ts'
import { ClockPill } from './card-clock.tsx'
import { DangerPill } from './card-danger.tsx'
import { CardPhotos } from './card-photos.tsx'
import { toState } from './cards.ts'
import { Pill } from './status-pills.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import { UnsentPill } from './unsent-pill.tsx'

/** The number of animals and the name of the first, by which users recognise the post-mortem. */
function animalsText({ animals: count, first_animals: [first] }: Card): string {
  return first && (first.tag || first.rfid)
    ? postMortemTexts.animalsFrom(count, nameOfAnimal(first))
    : postMortemTexts.animalCount(count)
}

/** The day on which it was completed, is scheduled or was recorded. Null for a visit without a date. */
function dateText({ status, record_at, completed_at, scheduled_at, site }: Card, zone: Zone, now: Date): string | null {
  const siteZone = zoneOfSite(site, zone)
  const today = dayOf(now, siteZone)
  if (completed_at) return formatRecentDay(dayOf(completed_at, siteZone), today)
  if (scheduled_at)
    return formatVisitAtSite(scheduled_at, site, zone, (visit, zone) => formatShortVisit(visit, zone, today))
  return status === 'In Progress' || !record_at ? null : formatRecentDay(record_at, today)
}

interface PostMortemCardProps {
  postMortem: Card
  to: string
  selected?: boolean
  showPhotos?: boolean
  /** Its animals, for diagnoses and the carcass clock. Undefined if it needs none, or while they load. */
  animals: AnimalCard[] | undefined
}

/** A post-mortem in a list. The whole card is a link. */
export function PostMortemCard({ postMortem, to, selected, showPhotos = false, animals }: PostMortemCardProps) {
  const now = useMinute()
  const zone = useZone()
  const badge = badgeOf(toState(postMortem), now, zoneOfSite(postMortem.site, zone))
  const vet = postMortem.scheduled_for
  const entries = useOutboxEntriesOf(postMortem.id)
  return (
    <Link to={to} className={selected ? 'card selected' : 'card'} aria-current={selected ? 'true' : undefined}>
      <span className="row between">
        <span className="no">{postMortem.title}</span>
        <Pill text={postMortem.status} />
      </span>
      <span className="row pills">
        <DangerPill danger={postMortem.danger} />
        {postMortem.status !== 'Completed' && <ClockPill clockAt={clockOfCard(postMortem, animals, entries)} />}
      </span>
      <span style={{ fontWeight: 550 }}>{siteInFull(postMortem.customer.name, postMortem.site.name)}</span>
      <span className="meta">
        <span className="with-mark">
          <CattleIcon />
          {animalsText(postMortem)}
        </span>
        <span>
          <IconCalendar size={17} stroke={1.8} aria-hidden />
          {dateText(postMortem, zone, now) ?? postMortemTexts.noDate}
        </span>
        {vet && (
          <span>
            <IconUser size={17} stroke={1.8} aria-hidden />
            {vet.first_name} {vet.last_name.slice(0, 1)}.
          </span>
        )}
      </span>
      {postMortem.status === 'Completed' && <Diagnoses diagnoses={animals && diagnosesOf(animals)} />}
      {showPhotos && <CardPhotos postMortem={postMortem} />}
      {badge && <Pill text={badge} />}
      <UnsentPill entries={entries} />
    </Link>
  )
}

/** Takes the same space while the diagnoses load, so that no card moves under a finger. */
const Diagnoses = ({ diagnoses }: { diagnoses: string[] | undefined }) => (
  <span className="card-diagnoses">
    {diagnoses &&
      (diagnoses.length > 0 ? postMortemTexts.diagnosedAs(diagnoses.join(', ')) : postMortemTexts.noDiagnosis)}
  </span>
)
