import { agreementFigure, deathsFigure, examinedFigure, type KeyFigure, rateFigure } from '@chisholm/domain/key-figures'
import type { Agreement, MortalityTotals } from '@chisholm/domain/schemas'

interface PeriodFiguresProps {
  totals: MortalityTotals
  /** Deaths in the previous period. */
  before: number
  agreement: Agreement
}

/** The four key figures of a period, with their uncertainty. */
export const PeriodFigures = ({ totals, before, agreement }: PeriodFiguresProps) => (
  <KeyFigures
    figures={[
      deathsFigure(totals.deaths, before),
      rateFigure(totals),
      examinedFigure(totals),
      agreementFigure(agreement),
    ]}
  />
)

export const KeyFigures = ({ figures }: { figures: KeyFigure[] }) => (
  <dl className="key-figures">
    {figures.map(({ label, value, hint }) => (
      <div key={label} className="card">
        <dt>{label}</dt>
        <dd>
          <b>{value}</b>
          <span>{hint}</span>
        </dd>
      </div>
    ))}
  </dl>
)
