import './selection-grid.css'
import { IconCheck } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { useState } from 'react'
import { RangePager } from './range-pager.tsx'
import { listTexts } from './list-texts.ts'

interface Tile {
  value: string
  label: string
  /** Swatch colour; null reserves its space, undefined means tiles without swatches. */
  color?: string | null | undefined
}

interface SelectionGridProps {
  label: string
  tiles: Tile[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

const { perPage } = constants.selectionGrid

/** Multiple choice by tiles in three columns, paged (specification 9). */
export function SelectionGrid({ label, tiles, chosen, onChange }: SelectionGridProps) {
  const [page, setPage] = useState(1)
  const lastPage = Math.max(1, Math.ceil(tiles.length / perPage))
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <div className="stack">
      <ul className="selection-grid" aria-label={label} data-paged={lastPage > 1 || undefined}>
        {tiles.slice((page - 1) * perPage, page * perPage).map((tile) => (
          <li key={tile.value}>
            <button type="button" aria-pressed={chosen.includes(tile.value)} onClick={() => toggle(tile.value)}>
              {tile.color !== undefined && <Swatch color={tile.color} />}
              <span>{tile.label}</span>
              {chosen.includes(tile.value) && <IconCheck className="tick" size={18} stroke={3} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
      <RangePager label={listTexts.pagesOf(label)} page={page} lastPage={lastPage} onPage={setPage} />
    </div>
  )
}

const Swatch = ({ color }: { color: string | null }) => (
  <i className="swatch" data-none={color === null || undefined} style={color ? { background: color } : undefined} />
)
