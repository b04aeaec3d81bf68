import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DeathsSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

/** A bar or point of a chart. */
export interface Mark {
  key: string
  description: string
  /** More of its figures. */
  figures?: string
  deaths: number
  link: DeathsSearch | undefined
}

interface MarkPickerProps {
  marks: readonly Mark[]
  picked: Mark
  onPick: (key: string) => void
  /** The names of the buttons that lead to the marks beside it. */
  names: { before: string; after: string }
}

/** The figures of one mark of a chart and the link to its deaths, as large as a finger. For touch screens. */
export function MarkPicker({ marks, picked, onPick, names }: MarkPickerProps) {
  const index = marks.indexOf(picked)
  const [before, after] = [marks[index - 1], marks[index + 1]]
  return (
    <div className="mark-picker no-print">
      <output>
        <b>{picked.description}</b>
        {picked.figures && <span className="hint">{picked.figures}</span>}
      </output>
      <div className="mark-picker-buttons">
        <ActionIcon
          variant="default"
          size="52px"
          aria-label={names.before}
          disabled={!before}
          onClick={() => before && onPick(before.key)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        {picked.link ? (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/a/insight/deaths" search={{ ...picked.link }} />}
          >
            {insightTexts.deathsOf(String(picked.deaths))}
          </Button>
        ) : (
          <Button variant="default" disabled>
            {insightTexts.noDeaths}
          </Button>
        )}
        <ActionIcon
          variant="default"
          size="52px"
          aria-label={names.after}
          disabled={!after}
          onClick={() => after && onPick(after.key)}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** Shows which mark of a chart is picked, on touch screens. */
export const PickedFrame = () => <span className="picked-frame no-print" aria-hidden />
