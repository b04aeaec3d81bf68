import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { listTexts } from './list-texts.ts'

interface ExpandableListProps {
  className?: string
  /** List items, each with a key. */
  children: readonly ReactNode[]
}

/** The number of entries that are shown at first. */
const shownAtFirst = 5

/** A list of which only the first entries are shown until the user asks for all. */
export function ExpandableList({ className, children }: ExpandableListProps) {
  const [showsAll, setShowsAll] = useState(false)
  // Nobody presses a button for one more entry.
  const isLong = children.length > shownAtFirst + 1
  return (
    <>
      <ul className={className}>{isLong && !showsAll ? children.slice(0, shownAtFirst) : children}</ul>
      {isLong && (
        <Button
          size="sm"
          mih={44}
          variant="default"
          aria-expanded={showsAll}
          onClick={() => setShowsAll((shown) => !shown)}
        >
          {showsAll ? listTexts.showFewer : listTexts.showAll(children.length)}
        </Button>
      )}
    </>
  )
}
