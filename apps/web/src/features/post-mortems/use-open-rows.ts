import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

interface OpenRows {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
}

/**
 * Tells which rows of a list are open. One that the user opens closes all others, and is in the address, so that it is
 * open after the way back.
 * @param openAtFirst  rows that are open until the user closes them or opens another
 */
export function useOpenRows(ids: readonly string[], openAtFirst: readonly (string | undefined)[]): OpenRows {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (id: string) => chosen.get(id) ?? openAtFirst.includes(id)
  const toggle = (id: string) => {
    const opens = !isOpen(id)
    const closed = opens ? ids.filter(isOpen) : [id]
    setChosen(new Map([...chosen, ...closed.map((other) => [other, false] as const), [id, opens]]))
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, animal: opens ? id : undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return { isOpen, toggle }
}
