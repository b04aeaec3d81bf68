import { type SystemFinding, validateSystemFinding } from '@chisholm/domain/examination'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { withSystem } from './examination-values.ts'
import type { ExaminationForm } from './use-examination.ts'

/** The system of an examination that keyboard shortcuts affect. They move the focus with it. */
export function useCurrentSystem({ values: { systems }, change }: ExaminationForm) {
  const panel = useRef<HTMLElement>(null)
  // Findings without a description are what is left to do.
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      systems.findIndex((finding) => validateSystemFinding(finding) !== null),
    ),
  )
  const focusIn = (system: string, selector: string) =>
    panel.current?.querySelector<HTMLElement>(`[data-system="${system}"] ${selector}`)?.focus()

  // The focus moves before the next key arrives, even if somebody types fast.
  const moveTo = (to: number) => {
    const finding = systems[to]
    if (!finding) return
    flushSync(() => setCurrent(to))
    focusIn(finding.system, 'input:checked')
  }
  const setState = (state: SystemFinding['state']) => {
    const finding = systems[current]
    if (!finding) return
    flushSync(() => change({ systems: withSystem(systems, { state }, finding.system) }))
    if (state === 'abnormal') focusIn(finding.system, 'textarea')
    else moveTo(current + 1)
  }
  /** Leaving the findings moves to the next system, leaving other texts to the current system. */
  const leaveText = () => {
    const isFindings = panel.current?.contains(document.activeElement) ?? false
    moveTo(Math.min(isFindings ? current + 1 : current, systems.length - 1))
  }
  return { panel, current, setCurrent, moveTo, setState, leaveText }
}
