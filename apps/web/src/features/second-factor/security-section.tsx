import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { secondFactorTexts } from './second-factor-texts.ts'

interface SecuritySectionProps {
  title: string
  hint: string
  /** Omit it for a section that cannot be on or off. */
  isOn?: boolean
  children: ReactNode
}

export function SecuritySection({ title, hint, isOn, children }: SecuritySectionProps) {
  const id = useId()
  return (
    <section className="card security-section" aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>{title}</h2>
        {isOn !== undefined && (
          <span className={isOn ? 'pill done' : 'pill draft'}>
            {isOn ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
            {isOn ? secondFactorTexts.on : secondFactorTexts.off}
          </span>
        )}
      </div>
      <p className="hint">{hint}</p>
      {children}
    </section>
  )
}
