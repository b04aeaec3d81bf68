import './danger-signs-field.css'
import { Checkbox } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { type DangerSign, strictestFirst } from '@chisholm/domain/danger-signs'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { toDangerSign, useEntries } from '../library/index.ts'
import { animalTexts } from './animal-texts.ts'

interface DangerSignsFieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
  /** Called with a sign that the user has just ticked. */
  onTick: (sign: DangerSign) => void
}

const rowStyles = {
  body: { alignItems: 'flex-start' },
  // a touch target of 44 pixels, even if the name fits on one line
  inner: { marginTop: 10 },
  label: { display: 'flex', alignItems: 'center', minHeight: 44, fontSize: '1rem', fontWeight: 600 },
  description: {
    marginTop: 2,
    paddingInlineStart: 12,
    fontSize: '0.9375rem',
    lineHeight: 1.4,
    color: 'var(--ink-2)',
  },
}

/** The danger signs of an animal; those that are ticked show what to do. */
export function DangerSignsField({ value, onChange, error, onTick }: DangerSignsFieldProps) {
  const { entries, offered } = useEntries('danger-signs', value)
  const set = (sign: DangerSign, isTicked: boolean) => {
    onChange(isTicked ? [...value, sign.id] : value.filter((id) => id !== sign.id))
    if (isTicked) onTick(sign)
  }
  if (entries?.length === 0) return null
  return (
    <fieldset className="danger-signs">
      <legend>{animalTexts.dangerSigns.legend}</legend>
      <p className="hint">{animalTexts.dangerSigns.hint}</p>
      {!entries &&
        (offered.isError ? (
          <FailedState text={texts.failure.getLists} onRetry={() => void offered.refetch()} />
        ) : (
          <Skeletons count={5} height={44} />
        ))}
      {entries
        ?.map(toDangerSign)
        .toSorted(strictestFirst)
        .map((sign) => (
          <Checkbox
            key={sign.id}
            color="red"
            styles={rowStyles}
            label={sign.name}
            {...(value.includes(sign.id) && { description: sign.advice })}
            checked={value.includes(sign.id)}
            onChange={(event) => set(sign, event.currentTarget.checked)}
          />
        ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
