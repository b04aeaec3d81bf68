import { type ReactNode, useId } from 'react'

interface CardSectionProps {
  title: string
  hint?: string
  /** For links that lead to this section. */
  id?: string
  children: ReactNode
}

export function CardSection({ title, hint, id, children }: CardSectionProps) {
  const heading = useId()
  return (
    <section className="card part" id={id} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </section>
  )
}
