import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  hint: string
  /** Whether what it is about is on; left out where that is no question. */
  isOn?: boolean
  children: ReactNode
}

/** A part of the page, with what it is for and whether it is on. */
export function Section({ title, hint, isOn, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card security-section" aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>{title}</h2>
        {isOn !== undefined && (
          <span className={isOn ? 'pill done' : 'pill draft'}>
            {isOn ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
            {isOn ? 'On' : 'Off'}
          </span>
        )}
      </div>
      <p className="hint">{hint}</p>
      {children}
    </section>
  )
}
