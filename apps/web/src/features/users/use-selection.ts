import { useState } from 'react'

/** Who is selected in a list, on whatever page of it; null while nothing is being selected. */
export function useSelection() {
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

export type Selection = ReturnType<typeof useSelection>
