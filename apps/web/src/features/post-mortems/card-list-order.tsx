import './card-clock.css'
import '../../ui/chip.css'
import { keysOf } from '@chisholm/domain/typed-objects'
import { IconArrowsSort, IconCheck } from '@tabler/icons-react'
import { clockTexts } from './card-clock-texts.ts'
import { useListOptions } from './list-options.ts'

const sorts = keysOf(clockTexts.sorts)

/** Shows and changes the sort order and filters of the list. */
export function ListOrder({ hasVets, onChange }: { hasVets: boolean; onChange: () => void }) {
  const [{ sort, withTimeLeft, mine }, change] = useListOptions()
  const set = (changes: Parameters<typeof change>[0]) => {
    change(changes)
    onChange()
  }
  return (
    <div className="list-order">
      <label>
        <IconArrowsSort size={18} aria-hidden />
        <span className="visually-hidden">{clockTexts.sortBy}</span>
        <select
          value={sort}
          onChange={(event) => set({ sort: sorts.find((one) => one === event.currentTarget.value) ?? 'newest' })}
        >
          {sorts.map((one) => (
            <option key={one} value={one}>
              {clockTexts.sorts[one]}
            </option>
          ))}
        </select>
      </label>
      {hasVets && <Filter text={clockTexts.mine} isOn={mine} onChange={(next) => set({ mine: next })} />}
      <Filter text={clockTexts.withTimeLeft} isOn={withTimeLeft} onChange={(next) => set({ withTimeLeft: next })} />
    </div>
  )
}

interface FilterProps {
  text: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const Filter = ({ text, isOn, onChange }: FilterProps) => (
  <button type="button" className="chip" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
    {isOn && <IconCheck size={18} stroke={2.2} aria-hidden />}
    {text}
  </button>
)
