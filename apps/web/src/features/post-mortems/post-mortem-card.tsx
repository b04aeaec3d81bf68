import { IconCalendar, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf, formatShortDay, formatShortVisit, type Zone } from '@chisholm/domain/dates'
import type { Photo, PostMortem } from '@chisholm/domain/schemas'
import { badgeOf } from '@chisholm/domain/status'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useZone } from '../../api/cached-provider.ts'
import { CattleIcon } from '../../ui/logo.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { CardPhotos } from './card-photos.tsx'
import { Pill } from './pills.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import { UnsentPill } from './unsent-pill.tsx'

/** Number of animals and the name of the first, by which users recognise the post-mortem. */
function animalsText({ animals: count, veterinary_record: record }: PostMortem): string {
  const [first] = record.veterinary_record_animals
  return first && (first.tag || first.rfid)
    ? `${postMortemTexts.animalCount(count)}: ${nameOfAnimal(first)}`
    : postMortemTexts.animalCount(count)
}

/** Diagnoses of a completed post-mortem; empty otherwise. */
const diagnosesText = ({ status, veterinary_record: record }: PostMortem) =>
  status === 'Completed'
    ? [...new Set(record.veterinary_record_animals.flatMap((animal) => animal.vet_diagnosis?.name ?? []))].join(', ')
    : ''

/** The date completed, scheduled or recorded; null for a visit without a date. */
function dateText({ status, record_at, veterinary_record: record }: PostMortem, zone: Zone): string | null {
  if (record.completed_at) return formatShortDay(dayOf(record.completed_at, zone))
  if (record.scheduled_at) return formatShortVisit(record.scheduled_at, zone)
  return status === 'In Progress' || !record_at ? null : formatShortDay(record_at)
}

interface PostMortemCardProps {
  postMortem: PostMortem
  to: string
  selected?: boolean
  /** Thumbnails; omitted for no strip. */
  photos?: Photo[] | undefined
}

/** A post-mortem in a list; the whole card is a link. */
export function PostMortemCard({ postMortem, to, selected, photos }: PostMortemCardProps) {
  const { veterinary_record: record } = postMortem
  const [now] = useState(() => new Date())
  const zone = useZone()
  const badge = badgeOf(toPermissionSubject(postMortem), now, zone)
  const vet = record.scheduled_for
  const diagnoses = diagnosesText(postMortem)
  const entries = useOutboxEntriesOf(postMortem.id)
  return (
    <Link to={to} className={selected ? 'card selected' : 'card'} aria-current={selected ? 'true' : undefined}>
      <span className="row between">
        <span className="no">{postMortem.title}</span>
        <Pill text={postMortem.status} />
      </span>
      <span style={{ fontWeight: 550 }}>
        {postMortem.customer.name} - {record.site.name}
      </span>
      <span className="meta">
        <span className="with-mark">
          <CattleIcon />
          {animalsText(postMortem)}
        </span>
        <span>
          <IconCalendar size={17} aria-hidden />
          {dateText(postMortem, zone) ?? postMortemTexts.noDate}
        </span>
        {vet && (
          <span>
            <IconUser size={17} aria-hidden />
            {vet.first_name} {vet.last_name.slice(0, 1)}.
          </span>
        )}
      </span>
      {diagnoses && <span>{postMortemTexts.diagnosedAs(diagnoses)}</span>}
      {photos && <CardPhotos postMortem={postMortem} photos={photos} />}
      {badge && <Pill text={badge} />}
      <UnsentPill entries={entries} />
    </Link>
  )
}
