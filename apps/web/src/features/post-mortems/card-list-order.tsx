import './card-clock.css'
import '../../ui/chip.css'
import { keysOf } from '@chisholm/domain/typed-objects'
import { IconArrowsSort, IconCheck } from '@tabler/icons-react'
import { clockTexts } from './card-clock-texts.ts'
import { useListOptions } from './list-options.ts'

const sorts = keysOf(clockTexts.sorts)

/** Shows and changes the sort order and filter of the list. */
export function ListOrder({ onChange }: { onChange: () => void }) {
  const [{ sort, worthOpening }, change] = useListOptions()
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
      <button
        type="button"
        className="chip"
        aria-pressed={worthOpening}
        onClick={() => set({ worthOpening: !worthOpening })}
      >
        {worthOpening && <IconCheck size={18} stroke={2.2} aria-hidden />}
        {clockTexts.worthOpening}
      </button>
    </div>
  )
}
