import { SelectField } from '../../ui/fields.tsx'
import { choicesOf, useEntries } from '../library/queries.ts'

/** The colour of the ear tag, with its swatch. */
export function TagColorField({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { entries: colors } = useEntries('tag-colors', [value])
  const hex = colors?.find((color) => color.id === value)?.hex
  return (
    <SelectField
      label="Tag colour"
      value={value}
      onChange={onChange}
      choices={choicesOf(colors)}
      clearable
      leftSection={hex && <span className="tag-dot" style={{ background: hex }} />}
    />
  )
}
