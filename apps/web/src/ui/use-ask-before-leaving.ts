import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { stepsTaken } from './intercept-back.ts'

interface LeavingOptions {
  mustAsk: (step: Pick<Parameters<ShouldBlockFn>[0], 'current' | 'next'>) => boolean
  /** @returns whether the page may be left */
  ask: () => Promise<boolean>
  hasUnsaved: () => boolean
}

/**
 * Asks before the page is left with unsaved input. The question of Back is shown once the browser is back on the page.
 * Otherwise, a second Back would lead to the page before the last one, or leave the app.
 */
export function useAskBeforeLeaving({ mustAsk, ask, hasUnsaved }: LeavingOptions): void {
  const { history } = useRouter()
  const askAndGo = async (steps: number) => {
    if (await ask()) history.go(steps, { ignoreBlocker: true })
  }
  useBlocker({
    shouldBlockFn: async ({ current, next, action }) => {
      if (!mustAsk({ current, next })) return false
      if (action === 'PUSH' || action === 'REPLACE') return !(await ask())
      void askAndGo(stepsTaken(history))
      return true
    },
    enableBeforeUnload: hasUnsaved,
  })
}
