import { Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { useSession } from '../../api/session.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { postMortemPath } from '@chisholm/domain/page-paths'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { nameOfAnimal } from '../animals/index.ts'
import type { PhotoDraft } from '../photos/index.ts'
import { RefusalBanner, UnsentPill, useKnownPostMortem } from '../post-mortems/index.ts'
import { offlineTexts } from './offline-texts.ts'
import { sizeOfEntry, stateOfEntry, type WaitingGroup } from './waiting-list.ts'
import { WaitingPhoto } from './waiting-photo.tsx'

const texts = offlineTexts.waiting

const animalName = (postMortem: PostMortem | undefined, animalId: string) => {
  const animals = postMortem?.veterinary_record.veterinary_record_animals
  const animal = animals?.find(({ id }) => id === animalId)
  return animal ? nameOfAnimal(animal) : texts.unknownAnimal
}

/** The unsent changes of one ticket, with the server's reason for rejected ones. */
export function WaitingPostMortem({ group }: { group: WaitingGroup<PhotoDraft> }) {
  const { postMortemId, entries, photos } = group
  const headingId = useId()
  const currentUser = useSession()
  const navigate = useNavigate()
  const { title, isNew, postMortem } = useKnownPostMortem(postMortemId)
  if (!currentUser) return null
  const to = postMortemPath(currentUser, postMortemId)
  return (
    <article className="card waiting-post-mortem" aria-labelledby={headingId}>
      <div className="row between">
        <h2 id={headingId}>
          <Link to={to}>{isNew ? texts.notNumbered : (title ?? texts.unknownTicket)}</Link>
        </h2>
        <span className="hint">{formatBytes(group.bytes)}</span>
      </div>
      {postMortem && <p>{siteInFull(postMortem.customer.name, postMortem.veterinary_record.site.name)}</p>}
      <RefusalBanner postMortemId={postMortemId} goToStep={(search) => void navigate({ to, search: { ...search } })} />
      <ul>
        {entries.map((entry) => (
          <WaitingChange
            key={entry.id}
            entry={entry}
            ofPostMortem={entries}
            animal={'animalId' in entry ? animalName(postMortem, entry.animalId) : null}
          />
        ))}
        {photos.map((photo) => (
          <WaitingPhoto key={photo.id} photo={photo} animal={animalName(postMortem, photo.animalId)} />
        ))}
      </ul>
      {entries.some((entry) => stateOfEntry(entry, entries) === 'held back') && (
        <p className="hint">{texts.heldBackReason}</p>
      )}
    </article>
  )
}

interface WaitingChangeProps {
  entry: OutboxEntry
  ofPostMortem: readonly OutboxEntry[]
  /** The name of the changed animal. */
  animal: string | null
}

const WaitingChange = ({ entry, ofPostMortem, animal }: WaitingChangeProps) => (
  <li className="row between">
    <div>
      <strong>{[outboxTexts.kinds[entry.kind], animal].filter(Boolean).join(': ')}</strong>
      <p className="hint">
        {texts.since} <DateTime at={new Date(entry.at).toISOString()} /> · {formatBytes(sizeOfEntry(entry))}
      </p>
      {entry.refusal?.conflict && <p className="waiting-reason">{texts.conflict}</p>}
    </div>
    {stateOfEntry(entry, ofPostMortem) === 'held back' ? (
      <span className="pill draft">{texts.heldBack}</span>
    ) : (
      <UnsentPill entries={[entry]} />
    )}
  </li>
)
