import { agreementFigure, deathsFigure, examinedFigure, type KeyFigure, rateFigure } from '@chisholm/domain/key-figures'
import { Link } from '@tanstack/react-router'
import type { Agreement, MortalityTotals } from '@chisholm/domain/schemas/insight'
import type { DeathsSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

interface PeriodFiguresProps {
  totals: MortalityTotals
  /** Deaths in the previous period. */
  before: number
  agreement: Agreement
  /** The list to which the number of deaths links. */
  deaths: DeathsSearch
}

/** The four key figures of a period, with their uncertainty. */
export const PeriodFigures = ({ totals, before, agreement, deaths }: PeriodFiguresProps) => (
  <KeyFigures
    figures={[
      { ...deathsFigure(totals.deaths, before), ...(totals.deaths > 0 && { link: deaths }) },
      rateFigure(totals),
      examinedFigure(totals),
      agreementFigure(agreement),
    ]}
  />
)

export const KeyFigures = ({ figures }: { figures: (KeyFigure & { link?: DeathsSearch })[] }) => (
  <dl className="key-figures">
    {figures.map(({ label, value, hint, link }) => (
      <div key={label} className="card">
        <dt>{label}</dt>
        <dd>
          {link ? (
            <Link to="/a/insight/deaths" search={{ ...link }} aria-label={insightTexts.deathsOf(value)}>
              <b>{value}</b>
            </Link>
          ) : (
            <b>{value}</b>
          )}
          <span>{hint}</span>
        </dd>
      </div>
    ))}
  </dl>
)
