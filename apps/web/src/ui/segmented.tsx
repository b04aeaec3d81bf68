import './segmented.css'
import { type ReactNode, useId } from 'react'

interface SegmentedProps<Value extends string> {
  label: string
  /** Hides the label if the context makes it clear; screen readers still read it. */
  hidesLabel?: boolean
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: ReactNode }[]
}

/** A single choice with all options visible. It is a group of radio buttons, so the arrow keys move within it. */
export function Segmented<Value extends string>({
  label,
  hidesLabel = false,
  value,
  onChange,
  choices,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className={hidesLabel ? 'visually-hidden' : undefined}>{label}</legend>
      <div className="segments">
        {choices.map((choice) => (
          <label key={choice.value} data-value={choice.value}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
