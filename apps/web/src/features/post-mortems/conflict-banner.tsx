import './conflict-banner.css'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { fullName } from '@chisholm/domain/full-name'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { type BasedEntry, comparable, fieldsTogether } from '../../api/concurrent-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { describeValue, labelOf } from './describe-conflict.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { dangerSignsOf } from './unsent-animal.ts'

const { conflict: conflictTexts } = postMortemTexts
/** Shows conflicting values of two people side by side, field by field. The user chooses the values to keep. */
export function ConflictBanner({ entry }: { entry: BasedEntry }) {
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const textOf = useTextOf(entry.names)
  const conflict = Object.entries(entry.refusal?.conflict ?? {})
  const typed = new Map<string, string | null>(
    Object.entries(entry.body).map(([field, value]) => [field, comparable(field, value) || null]),
  )
  const nameOf = (field: string) => {
    if (field === 'danger_sign_ids')
      return (
        dangerSignsOf(entry)
          ?.map(({ name }) => name)
          .join(', ') || null
      )
    const id = field.endsWith('_id') ? typed.get(field) : null
    const vet = entry.kind === 'schedule post-mortem' ? entry.vet : null
    return (id && (entry.names[id] ?? (vet ? fullName(vet) : null))) || null
  }
  const choose = (field: string) => (choice: 'mine' | 'theirs') =>
    setChosen({ ...chosen, ...Object.fromEntries(fieldsTogether(field).map((one) => [one, choice])) })
  const resolve = () => {
    const ownFields = conflict.flatMap(([field]) => (chosen[field] === 'mine' ? [field] : []))
    void outbox.resolve(entry, new Set(ownFields))
  }
  return (
    <section className="banner conflict" aria-label={conflictTexts.title}>
      <p role="alert">{conflictTexts.explained}</p>
      {conflict.map(([field, theirs]) => (
        <Versions
          key={field}
          label={labelOf(field)}
          mine={textOf(field, typed.get(field), nameOf(field))}
          theirs={textOf(field, theirs.value, theirs.name)}
          chosen={chosen[field]}
          onChoose={choose(field)}
        />
      ))}
      <Button disabled={conflict.some(([field]) => !chosen[field])} onClick={resolve}>
        {conflictTexts.use}
      </Button>
    </section>
  )
}

function useTextOf(names: Record<string, string>) {
  const zone = useSiteZone()
  return (field: string, value: string | null | undefined, name: string | null) =>
    value ? describeValue(field, { value, name, names }, zone) : conflictTexts.nothing
}

interface VersionsProps {
  label: string
  mine: string
  theirs: string
  chosen: 'mine' | 'theirs' | undefined
  onChoose: (choice: 'mine' | 'theirs') => void
}

function Versions({ label, mine, theirs, chosen, onChoose }: VersionsProps) {
  const name = useId()
  const versions = [
    ['mine', conflictTexts.mine, mine],
    ['theirs', conflictTexts.theirs, theirs],
  ] as const
  return (
    <fieldset className="conflict-field">
      <legend>{label}</legend>
      {versions.map(([choice, whose, text]) => (
        <label key={choice} className="conflict-version">
          <span className="row">
            <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
            <b>{whose}</b>
          </span>
          <span className="conflict-text">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
