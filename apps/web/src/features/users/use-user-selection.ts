import { useState } from 'react'

/** The ids that are selected on all pages of a list. Null while nothing can be selected. */
export function useUserSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  return {
    chosen,
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    add: (ids: string[]) => setChosen((now) => now && new Set([...now, ...ids])),
    toggle: (id: string) =>
      setChosen((now) => now && (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
  }
}

export type UserSelection = ReturnType<typeof useUserSelection>
