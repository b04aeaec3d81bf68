import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMapPin, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { ReactNode } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { telephoneUrl } from '../../ui/telephone-url.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { DangerPill } from '../post-mortems/index.ts'
import { plannerTexts } from './planner-texts.ts'
import { isTooLate } from './planner-week.ts'
import { arrivalText, type DayStop, mapLink, nameOfStop } from './stops.ts'
import { VisitClock } from './visit-clock.tsx'
import { VisitWarning } from './visit-warning.tsx'

const { day: dayTexts } = plannerTexts

/** The id of the heading of a stop. */
export const stopId = ({ visits }: DayStop) => `stop-${visits[0].id}`

interface StopCardProps {
  stop: DayStop
  /** Whether the veterinarian has been here. */
  isDone: boolean
  /** Continues to the next stop; only set for the current stop. */
  onDone: (() => void) | undefined
  onUndo: (() => void) | undefined
  isLast: boolean
  /** The only stop of a day has no order. */
  isOnly: boolean
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
}

/** A stop: when, where, which tickets, and what to do there. */
export function StopCard({ stop, isDone, onDone, onUndo, isLast, isOnly, onEarlier, onLater }: StopCardProps) {
  const zone = useZone()
  const { siteDetails, visits } = stop
  const name = nameOfStop(stop)
  return (
    <div className={isDone ? 'stop is-done' : 'stop'}>
      <strong className="arrival">{arrivalText(stop, zone)}</strong>
      <section className="card stack" aria-label={name}>
        <div className="row between">
          <h3 id={stopId(stop)} tabIndex={-1}>
            {name}
          </h3>
          {!isOnly && (
            <span className="row">
              <MoveButton label={dayTexts.earlier(name)} onClick={onEarlier}>
                <IconArrowUp size={18} aria-hidden />
              </MoveButton>
              <MoveButton label={dayTexts.later(name)} onClick={onLater}>
                <IconArrowDown size={18} aria-hidden />
              </MoveButton>
            </span>
          )}
        </div>
        <ul className="tickets">
          {visits.map((visit) => (
            <VisitItem key={visit.id} visit={visit} />
          ))}
        </ul>
        {siteDetails?.directions && <p>{siteDetails.directions}</p>}
        <ContactButtons stop={stop} />
        {onDone && <Button onClick={onDone}>{isLast ? dayTexts.doneHere : dayTexts.doneHereNext}</Button>}
        {onUndo && (
          <div className="row between">
            <span className="pill done">{dayTexts.doneHere}</span>
            <Button variant="subtle" mih={44} onClick={onUndo}>
              {dayTexts.notDone}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}

interface MoveButtonProps {
  label: string
  /** Undefined if the stop cannot be moved there. */
  onClick: (() => void) | undefined
  children: ReactNode
}

const MoveButton = ({ label, onClick, children }: MoveButtonProps) => (
  <ActionIcon variant="subtle" size={44} disabled={!onClick} aria-label={label} onClick={onClick}>
    {children}
  </ActionIcon>
)

function VisitItem({ visit }: { visit: PostMortemCard }) {
  const postMortemPath = usePostMortemPath()
  const zone = useZone()
  const now = useMinute()
  return (
    <li className="row">
      <Link to={postMortemPath(visit.id)}>{visit.title}</Link>
      <span className="hint">{plannerTexts.animals(visit.animals)}</span>
      <DangerPill danger={visit.danger} />
      {visit.status === 'Completed' ? <span className="pill done">{dayTexts.done}</span> : <VisitClock visit={visit} />}
      {isTooLate(visit, zone, now) && <VisitWarning kind="afterClock" />}
    </li>
  )
}

/** The way to a site and its phone number, as far as they are known. */
function ContactButtons({ stop }: { stop: DayStop }) {
  const map = mapLink(stop, navigator.userAgent)
  const phone = stop.siteDetails?.phone
  if (!map && !phone) return null
  return (
    <div className="two">
      {map && (
        <Button component="a" href={map} variant="default" leftSection={<IconMapPin size={18} aria-hidden />}>
          {dayTexts.directions}
        </Button>
      )}
      {phone && (
        <Button
          component="a"
          href={telephoneUrl(phone)}
          variant="default"
          leftSection={<IconPhone size={18} aria-hidden />}
        >
          {dayTexts.call}
        </Button>
      )}
    </div>
  )
}
