import { SelectField } from '../../ui/select-field.tsx'
import { animalTexts } from './animal-texts.ts'
import { choicesOf, useEntries } from '../library/index.ts'

/** The colour of the ear tag. Each option has a swatch. */
export function TagColorField({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { entries: colors } = useEntries('tag-colors', [value])
  const hexOf = (id: string | null) => colors?.find((color) => color.id === id)?.hex
  const chosen = hexOf(value)
  return (
    <SelectField
      className="tag-color"
      label={animalTexts.tagColor}
      value={value}
      onChange={onChange}
      choices={choicesOf(colors)}
      clearable
      leftSection={chosen && <Swatch hex={chosen} />}
      renderOption={({ option }) => (
        <span className="tag-choice">
          <Swatch hex={hexOf(option.value)} />
          {option.label}
        </span>
      )}
    />
  )
}

/** An unknown colour leaves the space empty, so that the names stay aligned. */
const Swatch = ({ hex }: { hex: string | null | undefined }) => (
  <span className="tag-dot" style={hex ? { background: hex } : { visibility: 'hidden' }} />
)
